import { afterEach, beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import type { Repository } from '@/lib/generated/prisma/client'
import { connectGithub } from '@/lib/testing/connect'
import { deploy } from '@/lib/testing/deploy'
import { createCommits, createRepository, createTenant, type Tenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { createHostRepository, startGithub, syncNow } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'

const length = 5

let server: GithubServer
let at: StandInRepository
let tenant: Tenant
let repository: Repository

beforeEach(async () => {
  const github = await startGithub()
  server = github.server
  at = github.at
  at.git.write(
    Array.from({ length }, (_, index) => ({ id: index + 1, parents: index === 0 ? [] : [index] })),
    { 'refs/heads/main': length },
  )
  tenant = await createTenant()
  repository = await createHostRepository(tenant.organization.id, at)
  await syncNow(repository, server)
})

afterEach(async () => {
  await server.stop()
  at.git.remove()
})

it('takes over a new name and another default branch', async () => {
  Object.assign(at, { fullName: 'acme/backend', defaultBranch: 'trunk' })
  await syncNow(repository, server)
  const stored = await db().prisma.repository.findFirstOrThrow({ where: { id: repository.id } })
  expect(stored).toMatchObject({ fullName: 'acme/backend', nameKey: 'backend', defaultBranch: 'trunk' })
})

it('writes a new name to the audit log, and links the deployments again that name it', async () => {
  const other = await createRepository(tenant.organization.id, 'acme/other')
  await createCommits(other, [{ sha: at.git.sha(1), generation: 1 }])
  const { shown } = await deploy(tenant, { service: 'backend', commitSha: at.git.sha(1) })
  expect(shown.reason).toBe('commit found in several repositories')
  const { id: connectionId } = await connectGithub(tenant.organization.id, server.url)
  await db().prisma.repository.updateMany({ where: { id: repository.id }, data: { connectionId } })
  Object.assign(at, { fullName: 'acme/backend' })
  await syncNow(repository, server)
  expect(await getDeployment(tenant.organization.id, shown.deploymentId)).toMatchObject({
    reason: 'no pull request for commit',
  })
  const entries = await db().prisma.auditEntry.findMany({
    where: { organizationId: tenant.organization.id, action: 'repository.renamed' },
  })
  expect(entries).toMatchObject([
    { actor: 'GitHub', subject: 'acme/backend', details: { from: 'acme/api', to: 'acme/backend' } },
  ])
})

it.each([
  ['alias', ['backend']],
  ['name', []],
])('leaves a name alone that is the %s of another repository', async (_, aliases) => {
  await createRepository(tenant.organization.id, aliases.length > 0 ? 'acme/shop' : 'acme/backend', aliases)
  Object.assign(at, { fullName: 'Acme/Backend' })
  await syncNow(repository, server)
  const stored = await db().prisma.repository.findFirstOrThrow({ where: { id: repository.id } })
  expect(stored).toMatchObject({ fullName: 'acme/api', webUrl: 'https://github.example/Acme/Backend' })
})
