import { repositoryNameKeyOf } from '@/lib/core/service-key'
import type { Queryable } from '@/lib/db/transaction'
import { keepsSql } from '@/lib/deployments/delivers'
import { markAgain } from '@/lib/deployments/linking/mark-again'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Jumps from each service of the organization to the next one in the index. */
const findSpellings = `
  WITH RECURSIVE known AS (
    (SELECT left(service, 200) AS name FROM deployments
      WHERE organization_id = $1 AND left(service, 200) IS NOT NULL ORDER BY left(service, 200) LIMIT 1)
    UNION ALL
    SELECT (
      SELECT left(service, 200) FROM deployments
      WHERE organization_id = $1 AND left(service, 200) > known.name ORDER BY left(service, 200) LIMIT 1)
    FROM known WHERE known.name IS NOT NULL
  )
  SELECT name FROM known WHERE name IS NOT NULL`

const mark = markAgain(`
  SELECT d.id FROM deployments d
  WHERE d.organization_id = $1 AND ${keepsSql} AND left(d.service, 200) = ANY ($2::text[])`)

type Client = Queryable | Pick<Prisma.TransactionClient, '$queryRawUnsafe'>

/**
 * Marks the deployments of services whose name means another repository, or other paths in it, than before, so that
 * `linkPending` links them again. Belongs in the transaction that changes the meaning. Names as events send them; case
 * and surrounding space do not matter.
 */
export async function markServices(client: Client, organizationId: number, services: readonly string[]): Promise<void> {
  const keys = new Set(services.map(repositoryNameKeyOf))
  const spellings = await run<{ name: string }>(client, findSpellings, [organizationId])
  const meant = spellings.filter(({ name }) => keys.has(repositoryNameKeyOf(name)))
  if (meant.length > 0) await run(client, mark, [organizationId, meant.map(({ name }) => name)])
}

async function run<Row>(client: Client, text: string, values: unknown[]): Promise<Row[]> {
  return 'query' in client ? (await client.query(text, values)).rows : client.$queryRawUnsafe(text, ...values)
}
