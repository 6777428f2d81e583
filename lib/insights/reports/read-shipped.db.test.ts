import { expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import { db } from '@/lib/db/db'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { everything, type MetricFilters } from './filters'
import { readShipped } from './read-shipped'

const filters: MetricFilters = {
  ...everything,
  firstDay: '2026-03-02',
  lastDay: '2026-03-08',
  preset: null,
  leadTime: null,
}
const now = new Date('2026-03-10T00:00:00Z')
const count = 1_200

/** Each of very many services ships a pull request, a minute after the other; "service-7" ships six. */
async function shipMany(organization: Organization): Promise<void> {
  const { id: repositoryId } = await createRepository(organization.id, 'acme/mono')
  await db().prisma.$executeRaw`
    WITH shipped AS MATERIALIZED (
      SELECT n, CASE WHEN n > ${count} THEN 7 ELSE n END AS service, timestamptz '2026-03-03' + n * interval '1 minute' AS at
      FROM generate_series(1, ${count} + 5) n
    ), merged AS (
      INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, opened_at, merged_at, closed_at)
      SELECT ${organization.id}, ${repositoryId}, n, 'Change ' || n, 'main', at, at - interval '1 hour', at FROM shipped
      RETURNING id, number
    ), deployed AS (
      INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, environment, production, status,
        started_at, completed_at, service, instant, progress)
      SELECT ${organization.id}, ${repositoryId}, 'run-' || n, repeat('a', 40), 'production', true, 'success', at, at,
        'service-' || service, at, 3
      FROM shipped RETURNING id, external_id
    )
    INSERT INTO deployment_pull_requests (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
    SELECT ${organization.id}, deployed.id, merged.id, 'range', 3600
    FROM merged JOIN deployed ON deployed.external_id = 'run-' || merged.number`
}

it('lists the services with the most pull requests, and counts those of very many others', async () => {
  const { organization } = await createTenant({ plan: 'business' })
  await shipMany(organization)
  const { services, others } = await readShipped(organization, filters, now, { services: 3, ofEach: 2 })
  const inShort = services.map(({ service, total, pullRequests }) => [
    service,
    total,
    pullRequests.map(({ number, title, leadTimeSeconds }) => `${number} ${title} ${leadTimeSeconds}`),
  ])
  expect(inShort).toEqual([
    ['service-7', 6, ['1205 Change 1205 3600', '1204 Change 1204 3600']],
    ['service-1200', 1, ['1200 Change 1200 3600']],
    ['service-1199', 1, ['1199 Change 1199 3600']],
  ])
  expect(others).toEqual({ services: count - 3, pullRequests: count - 3 })
})

it('is nothing of another organization', async () => {
  await shipMany((await createTenant({ plan: 'business' })).organization)
  const { organization } = await createTenant({ plan: 'business' })
  const nothing = { services: [], others: { services: 0, pullRequests: 0 } }
  expect(await readShipped(organization, filters, now, { services: 3, ofEach: 2 })).toEqual(nothing)
})
