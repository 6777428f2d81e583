import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createRepository, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const count = 2_000

it.each([
  ['themselves', 1],
  ['each other', 2],
])('an event is linked at once among thousands that failed and name %s as previous', async (_, commits) => {
  const { organization, token } = await createTenant()
  await createRepository(organization.id, 'acme/api')
  const shas = Array.from({ length: commits }, randomSha)
  const failure = (place: number) => ({
    service: 'api',
    status: 'failure',
    commitSha: shas[place % commits],
    previousCommitSha: shas[(place + 1) % commits],
    startedAt: new Date(Date.UTC(2026, 2, 2) + place * 1_000).toISOString(),
    completedAt: new Date(Date.UTC(2026, 2, 2) + place * 1_000 + 500).toISOString(),
  })
  for (let place = 0; place < commits; place += 1) await postEvent(token, deploymentBody(failure(place)))
  const columns = `organization_id, commit_sha, environment, production, status, service, previous_commit_sha, instant,
    progress, unlinked_reason`
  await db().people.query(
    `INSERT INTO deployments (external_id, started_at, completed_at, ${columns})
     SELECT external_id || place, started_at + place * interval '2 seconds', completed_at + place * interval '2 seconds',
       ${columns}
     FROM deployments, generate_series(1, $2::int) AS place WHERE organization_id = $1`,
    [organization.id, count / commits],
  )
  const { body, headers } = await postEvent(token, deploymentBody({ ...failure(0), startedAt: '2026-03-01T00:00:00Z' }))
  expect(body).toMatchObject({ action: 'created' })
  expect(headers.get('x-leadline-linking')).toBeNull()
  expect(await db().prisma.pendingLink.count({ where: { organizationId: organization.id } })).toBe(0)
})
