import { repositoryNameKeyOf } from '@/lib/core/service-key'
import type { Queryable } from '@/lib/db/transaction'
import { keepsSql } from '@/lib/deployments/delivers'
import { markAgain } from '@/lib/deployments/linking/mark-again'
import type { Prisma } from '@/lib/generated/prisma/client'

/** So many services are read at once: there may be a million, and others have their turn in between. */
const servicesEach = 1_000

const after = (name: string) => `
  (SELECT left(service, 200) FROM deployments
   WHERE organization_id = $1 AND left(service, 200) > ${name} ORDER BY left(service, 200) LIMIT 1)`

/** Jumps from each service of the organization to the next one in the index, from the first one after a name on. */
const findSpellings = `
  WITH RECURSIVE known AS (
    SELECT ${after('$2')} AS name, 1 AS place
    UNION ALL
    SELECT ${after('known.name')}, known.place + 1 FROM known
    WHERE known.name IS NOT NULL AND known.place < ${servicesEach}
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
  const meant: string[] = []
  for (let last: string | undefined = ''; last !== undefined; ) {
    const page: { name: string }[] = await run(client, findSpellings, [organizationId, last])
    meant.push(...page.map(({ name }) => name).filter((name) => keys.has(repositoryNameKeyOf(name))))
    last = page.length < servicesEach ? undefined : page.at(-1)?.name
  }
  if (meant.length > 0) await run(client, mark, [organizationId, meant])
}

async function run<Row>(client: Client, text: string, values: unknown[]): Promise<Row[]> {
  return 'query' in client ? (await client.query(text, values)).rows : client.$queryRawUnsafe(text, ...values)
}
