import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { importDeployments } from './import-deployments'
import type { Refusal } from './read-file'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline history '))
})

afterAll(() => rm(folder, { recursive: true }))

/** Imports a file of such content. */
async function run(organizationId: number, content: string | Buffer, { name = 'a.ndjson', dryRun = false } = {}) {
  const file = path.join(folder, name)
  await writeFile(file, content)
  const refusals: Refusal[] = []
  const onRefusal = async (refusal: Refusal) => void refusals.push(refusal)
  const result = await importDeployments({ organizationId, file, dryRun, onRefusal, onProgress: () => {} })
  return { ...result, refusals }
}

const lines = (events: readonly unknown[]) =>
  events.map((event) => `${typeof event === 'string' ? event : JSON.stringify(event)}\n`).join('')
const countEvents = (organizationId: number) => db().prisma.deploymentEvent.count({ where: { organizationId } })
const none = { refused: 0, refusals: [] }

it('stores and links the events of a file, and the second time nothing', async () => {
  const { organization } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'acme/api'), 10)
  const shipped = deploymentBody({ commitSha: history[8], previousCommitSha: history[3], service: 'api' })
  const started = { ...shipped, status: 'in_progress', completedAt: null }
  const other = deploymentBody({ metadata: { region: 'eu' }, rawPayload: { a: [1] } })
  const content = `\ufeff${lines([started, shipped, '', other, shipped])}`
  expect(await run(organization.id, content)).toEqual({ events: 4, created: 2, updated: 1, known: 1, ...none })
  const { linkedPRs, linking, status } = await getDeployment(organization.id, String(shipped.deploymentId))
  expect({ linkedPRs, linking, status }).toEqual({ linkedPRs: 5, linking: false, status: 'success' })
  expect(await run(organization.id, content)).toEqual({ events: 4, created: 0, updated: 0, known: 4, ...none })
  expect(await countEvents(organization.id)).toBe(3)
})

it('goes on where a run broke off, and links what that left', async () => {
  const { organization } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'acme/api'), 30)
  const events = history.map((commitSha) => deploymentBody({ commitSha, service: 'api' }))
  await run(organization.id, lines(events.slice(0, 12)))
  const { id } = await getDeployment(organization.id, String(events[3]?.deploymentId))
  await db().prisma.$executeRaw`
    INSERT INTO pending_links (deployment_id, organization_id, restated) VALUES (${id}, ${organization.id}, true)`
  expect(await run(organization.id, lines(events))).toMatchObject({ created: 18, known: 12 })
  expect(await countEvents(organization.id)).toBe(30)
  expect(await db().prisma.pendingLink.count({ where: { organizationId: organization.id } })).toBe(0)
})

it('says what is refused, on which line and why, and stores the rest; a dry run stores nothing', async () => {
  const { organization } = await createTenant()
  const content = lines([
    deploymentBody({ commitSha: 'xyz' }),
    deploymentBody(),
    'nonsense',
    deploymentBody({ organizationSlug: 'another' }),
    deploymentBody({ rawPayload: { text: 'x'.repeat(300 * 1024) } }),
    deploymentBody({ completedAt: null }),
    'x'.repeat(9 * 1024 * 1024),
  ])
  const refusals = [
    { line: 1, field: 'commitSha', message: 'must be a valid hex string (5-40 characters)' },
    { line: 3, field: null, message: 'body is not valid JSON' },
    { line: 4, field: 'organizationSlug', message: 'is the slug of another organization' },
    { line: 5, field: null, message: 'Payload exceeds 256 KiB' },
    { line: 6, field: 'completedAt', message: 'is required for status success' },
    { line: 7, field: null, message: 'Payload exceeds 256 KiB' },
  ]
  const counts = { events: 7, updated: 0, known: 0, refused: 6, refusals }
  expect(await run(organization.id, content, { dryRun: true })).toEqual({ ...counts, created: 0 })
  expect(await countEvents(organization.id)).toBe(0)
  expect(await run(organization.id, content)).toEqual({ ...counts, created: 1 })
  expect(await countEvents(organization.id)).toBe(1)
})

it('reads CSV by the names in its header', async () => {
  const { organization } = await createTenant()
  const content = [
    '\ufeffdeploymentId,commitSha,environment,status,startedAt,completedAt,service,metadata,tool',
    'a-1,ABCDEF1,production,success,2026-03-02T10:00:00Z,2026-03-02T10:05:00Z,"api, ""v2""","{""n"":2}",x',
    'a-2,abcdef2,staging,in_progress,2026-03-02,,,,x',
    '',
    'a-3,abcdef3,production,success,2026-03-02,,,,x',
    'a-4,abcdef4,production',
    `a-5,abcdef5,staging,in_progress,2026-03-02,,,${'['.repeat(100_000)}${']'.repeat(100_000)},x`,
  ].join('\r\n')
  expect(await run(organization.id, content, { name: 'a.csv' })).toEqual({
    events: 5,
    created: 2,
    updated: 0,
    known: 0,
    refused: 3,
    refusals: [
      { line: 5, field: 'completedAt', message: 'is required for status success' },
      { line: 6, field: null, message: 'has more or fewer columns than the header' },
      { line: 7, field: null, message: expect.stringContaining('deep') },
    ],
  })
  const [full, short] = [await getDeployment(organization.id, 'a-1'), await getDeployment(organization.id, 'a-2')]
  expect(full).toMatchObject({ commitSha: 'abcdef1', service: 'api, "v2"', metadata: { n: 2 } })
  expect(short).toMatchObject({ service: null, completedAt: null })
})

it.each([
  ['lacks a field', 'deploymentId,commitSha\na,b', 'The header lacks environment, status, startedAt'],
  ['has a field twice', 'deploymentId,commitSha,environment,status,startedAt,status\n', 'The header has status twice'],
  ['has a quote without end', 'deploymentId,commitSha,environment,status,startedAt\n"a', 'at line 2'],
  ['has another encoding', Buffer.from('deploymentId,\xe9\n', 'latin1'), 'not valid UTF-8'],
])('fails for CSV that %s', async (_, content, reason) => {
  const { organization } = await createTenant()
  await expect(run(organization.id, content, { name: 'a.csv' })).rejects.toThrow(reason)
})
