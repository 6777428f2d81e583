import { afterEach, beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { connectGithub } from '@/lib/testing/connect'
import { deploy } from '@/lib/testing/deploy'
import { createRepository, createTenant, type Tenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { startGithub } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'
import { type HostImport, importFromHost } from './import'

let server: GithubServer
let at: StandInRepository
let tenant: Tenant
let organizationId: number

beforeEach(async () => {
  const github = await startGithub()
  server = github.server
  at = github.at
  at.git.write([{ id: 1 }], { 'refs/heads/main': 1 })
  tenant = await createTenant()
  organizationId = tenant.organization.id
})

afterEach(async () => {
  await server.stop()
  at.git.remove()
})

const run = (options: Partial<HostImport> = {}) =>
  importFromHost({
    organizationId,
    host: 'github',
    repository: 'acme/api',
    baseUrl: server.url,
    readToken: async () => server.token,
    onProgress: () => undefined,
    stop: never,
    ...options,
  })

const readToken = () => Promise.reject(new Error('No token is needed'))

it('writes once to the audit log that a repository was created', async () => {
  await run()
  await run()
  const created = { organizationId, action: 'repository.created' }
  expect(await db().prisma.auditEntry.findMany({ where: created })).toMatchObject([
    { userId: null, subject: 'acme/api', details: { source: 'github.example' } },
  ])
})

it('links what was deployed before', async () => {
  const { shown } = await deploy(tenant, { commitSha: at.git.sha(1) })
  expect(shown.reason).toBe('no repository imported')
  await run()
  const { reason } = await getDeployment(organizationId, shown.deploymentId)
  expect(reason).toBe('no pull request for commit')
})

it('ends with statistics for the query planner of what it stored', async () => {
  await run()
  const { rows } = await db().people.query(
    "SELECT reltuples >= 0 AS counted FROM pg_class WHERE oid IN ('commits'::regclass, 'deployments'::regclass)",
  )
  expect(rows).toEqual([{ counted: true }, { counted: true }])
})

it('reads a connected repository through its connection, and from nowhere else', async () => {
  const { id } = await createRepository(organizationId, 'acme/api')
  const connection = await connectGithub(organizationId, server.url, server.token)
  const data = { connectionId: connection.id, hostId: String(at.id) }
  await db().prisma.repository.updateMany({ where: { id }, data })
  expect(await run({ readToken, baseUrl: `${server.url}/` })).toMatchObject({ commits: 1 })
  expect(await run({ readToken, baseUrl: undefined })).toMatchObject({ commits: 0 })
  const refusal = { code: 'conflict', message: expect.stringContaining('acme/api is kept up to date') }
  await expect(run({ readToken, baseUrl: 'https://git.example.com' })).rejects.toMatchObject(refusal)
  await expect(run({ readToken, host: 'gitlab', baseUrl: undefined })).rejects.toMatchObject(refusal)
})

it('leaves a repository alone that is connected meanwhile', async () => {
  const { id } = await createRepository(organizationId, 'acme/api')
  const connection = await connectGithub(organizationId, 'https://elsewhere.example')
  const connect = async () => {
    await db().prisma.repository.updateMany({ where: { id }, data: { connectionId: connection.id, hostId: 'other' } })
    return server.token
  }
  await expect(run({ readToken: connect })).rejects.toMatchObject({ code: 'conflict' })
  expect(await db().prisma.repository.findFirstOrThrow({ where: { id } })).toMatchObject({ hostId: 'other' })
})
