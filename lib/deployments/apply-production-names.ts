import { db } from '@/lib/db'
import { findSender, type Sender } from '@/lib/deployments/find-sender'
import { isProduction } from '@/lib/deployments/status'
import { type StoredDeployment, storedColumns } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { inTransaction } from '@/lib/transaction'

/** An environment whose deployments are still marked as the names before would have it. */
type Outdated = { environment: string; production: boolean }

/**
 * Marks every deployment as the organization's production names say and links those again for which that changed, in
 * order of completion, each in a transaction of its own as the webhook does. Returns how many were marked. It ends
 * when nothing is left, so that neither a deployment that arrives meanwhile nor other names that were set meanwhile
 * are missed.
 */
export async function applyProductionNames(organizationId: number): Promise<number> {
  let marked = 0
  for (;;) {
    const sender = await findSender(organizationId)
    const outdated = await findOutdated(sender)
    if (outdated.length === 0) return marked
    marked += await markWithoutLinks(organizationId, outdated)
    for (const deployment of await findWithLinks(organizationId, outdated)) {
      marked += await markAndLink(sender, deployment)
    }
  }
}

async function findOutdated({ organizationId, productionNames }: Sender): Promise<Outdated[]> {
  const { rows } = await db().people.query<Outdated>(
    'SELECT DISTINCT environment, production FROM deployments WHERE organization_id = $1',
    [organizationId],
  )
  return rows.filter(({ environment, production }) => isProduction(environment, productionNames) !== production)
}

const outdatedOnes = `
  organization_id = $1
  AND (environment, production) IN (SELECT * FROM unnest($2::text[], $3::boolean[]))
  AND status`

function valuesOf(organizationId: number, outdated: readonly Outdated[]): unknown[] {
  return [organizationId, outdated.map(({ environment }) => environment), outdated.map(({ production }) => production)]
}

async function markWithoutLinks(organizationId: number, outdated: readonly Outdated[]): Promise<number> {
  const { rowCount } = await db().people.query(
    `UPDATE deployments SET production = NOT production
     WHERE ${outdatedOnes} NOT IN ('success', 'rolled_back')`,
    valuesOf(organizationId, outdated),
  )
  return rowCount ?? 0
}

async function findWithLinks(organizationId: number, outdated: readonly Outdated[]) {
  const { rows } = await db().people.query<Outdated & { id: string }>(
    `SELECT id, environment, production FROM deployments
     WHERE ${outdatedOnes} IN ('success', 'rolled_back') ORDER BY completed_at, id`,
    valuesOf(organizationId, outdated),
  )
  return rows
}

async function markAndLink(sender: Sender, { id, environment, production }: Outdated & { id: string }) {
  return inTransaction(db().people, new AbortController().signal, async (client) => {
    const { rows } = await client.query<StoredDeployment>({
      name: 'mark-deployment',
      text: `UPDATE deployments SET production = NOT production
        WHERE organization_id = $1 AND id = $2 AND environment = $3 AND production = $4
        RETURNING ${storedColumns}, false AS created`,
      values: [sender.organizationId, id, environment, production],
    })
    const [marked] = rows
    if (!marked) return 0
    await linkDeployment(client, sender, marked)
    return 1
  })
}
