import { expect, it } from 'vitest'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { findExample } from './find-example'

it('an example deploys what was merged last, in whatever repository', async () => {
  const { organization } = await createTenant()
  expect(await findExample(organization.id)).toEqual({ service: 'api', commitSha: null })
  const web = await createRepository(organization.id, 'acme/web')
  const worker = await createRepository(organization.id, 'acme/worker')
  expect(await findExample(organization.id)).toEqual({ service: 'web', commitSha: null })
  await createPullRequest(web, { number: 1, mergedAt: '2026-03-01T00:00:00Z', mergeCommitSha: 'a'.repeat(40) })
  await createPullRequest(worker, { number: 1, mergedAt: '2026-03-02T00:00:00Z', mergeCommitSha: 'b'.repeat(40) })
  expect(await findExample(organization.id)).toEqual({ service: 'worker', commitSha: 'b'.repeat(40) })
})
