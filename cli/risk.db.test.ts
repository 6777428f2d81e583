import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { generateDemo } from '@/lib/demo/generate'
import { loadDemo } from '@/lib/demo/load'
import { nextEvent } from '@/lib/demo/next-event'
import { createTenant, type Tenant } from '@/lib/testing/factories'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))
let tenant: Tenant

type Run = { code: number; stdout: string; stderr: string }

function risk(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const given = [leadlineFile, 'risk', '--org', tenant.organization.slug, ...args]
    execFile(process.execPath, given, { cwd: tmpdir() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

beforeAll(async () => {
  tenant = await createTenant({ plan: 'business' })
  await loadDemo(tenant.organization.id, generateDemo(new Date()))
})

it('tells the risk of a commit, with an exit code that a pipeline can act on', async () => {
  const { commitSha, previousCommitSha } = await nextEvent(tenant.organization.id, 'booking-api')
  const told = await risk('--service', 'booking-api', '--head', commitSha, '--base', previousCommitSha)
  expect(told.stdout).toMatch(/^Service +booking-api\nRisk +\d+% likely to fail; (below|at or above) the mark of \d+%/)
  expect(told.stdout).toMatch(/Tested +on [\d,]+ deployments, /)
  const never = await risk('--service', 'booking-api', '--head', commitSha, '--fail-above', '1', '--json')
  expect(never).toMatchObject({ code: 0 })
  expect(JSON.parse(never.stdout)).toMatchObject({ service: 'booking-api', warns: false, mark: 1, why: null })
  const always = await risk('--service', 'booking-api', '--head', commitSha, '--fail-above', '0', '--json')
  expect(always).toMatchObject({ code: 3 })
  expect(JSON.parse(always.stdout)).toMatchObject({
    warns: true,
    score: expect.closeTo(JSON.parse(never.stdout).score, 2),
  })
})

it('takes pull requests in place of commits', async () => {
  const pullRequests = await db().prisma.pullRequest.findMany({
    where: { organizationId: tenant.organization.id, repository: { nameKey: 'payments' }, state: 'open' },
    take: 2,
  })
  const named = pullRequests.flatMap(({ number }) => ['--pr', String(number)])
  const { stdout } = await risk('--service', 'payments', ...named, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ score: expect.any(Number), raised: expect.any(Array) })
})

it.each([
  [['--service', 'booking-api'], 2, 'either --head or --pr'],
  [['--service', 'booking-api', '--head', 'abcdef1', '--pr', '1'], 2, 'either --head or --pr'],
  [['--service', 'booking-api', '--pr', '1', '--base', 'abcdef1'], 2, '--base goes with --head'],
  [['--service', 'booking-api', '--pr', 'x'], 2, 'number of a pull request'],
  [['--service', 'booking-api', '--head', 'abcdef1', '--fail-above', '30'], 2, 'share from 0 to 1'],
  [['--service', 'booking-api', '--head', 'abcdef1'], 1, 'Commit abcdef1 is not known'],
  [['--service', 'nothing', '--head', 'abcdef1'], 1, 'No deployment names a service'],
])('refuses %j with %i', async (args, code, words) => {
  expect(await risk(...args)).toMatchObject({ code, stderr: expect.stringContaining(words) })
})

it('is part of Business and of the trial, and warns of nothing without a score', async () => {
  tenant = await createTenant({ plan: 'free' })
  expect(await risk('--service', 'api', '--head', 'abcdef1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not include risk signals'),
  })
})
