import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db'
import { benchmarkYears } from '@/lib/metrics/levels'
import { defaultChoices, type MetricChoices } from '@/lib/metrics/settings'
import { findOrganization } from '@/lib/organizations/find'
import { readReport } from '@/lib/reports/read-report'
import { createHistory, createRepository, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))

type Run = { code: number; stdout: string; stderr: string }

function leadline(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [leadlineFile, ...args], { cwd: tmpdir() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

let paid: Tenant
let trialOver: Tenant

beforeAll(async () => {
  paid = await createTenant({ plan: 'business' })
  trialOver = await createTenant()
  for (const { token } of [paid, trialOver]) await tell(token)
  const trialEndsAt = new Date('2026-03-20T00:00:00Z')
  await db().prisma.organization.update({ where: { id: trialOver.organization.id }, data: { trialEndsAt } })
})

/** Three successes of "api", one rolled back, and one cancelled, all in the first week of March 2026. */
async function tell(token: string): Promise<void> {
  const statuses = ['success', 'success', 'rolled_back', 'success', 'cancelled']
  for (const [index, status] of statuses.entries()) {
    const completedAt = `2026-03-0${index + 2}T10:05:00Z`
    await postEvent(token, deploymentBody({ service: index === 1 ? 'web' : 'api', status, completedAt }))
  }
}

const days = ['--from', '2026-03-02', '--to', '2026-03-08']
const metrics = ({ organization }: Tenant, ...args: string[]) =>
  leadline('metrics', '--org', organization.slug, ...days, ...args)

/** What the command printed, and the same report as the verb reads it for the same moment. */
async function bothReports(tenant: Tenant, args: string[], only = {}, choices: Partial<MetricChoices> = {}) {
  const { code, stdout, stderr } = await metrics(tenant, '--json', ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const printed = JSON.parse(stdout)
  const filters = { service: null, environment: null, repository: null, team: null, ...only }
  const period = { firstDay: '2026-03-02', lastDay: '2026-03-08', preset: null }
  const organization = await findOrganization(tenant.organization.slug)
  const chosen = { ...defaultChoices, ...choices }
  const read = await readReport(organization, { ...period, ...filters }, chosen, new Date(printed.period.now))
  return { printed, read: JSON.parse(JSON.stringify(read)) }
}

describe('leadline metrics', () => {
  it('prints the report that the pages show, as JSON', async () => {
    const { printed, read } = await bothReports(paid, [])
    expect(printed).toEqual(read)
    expect(printed).toMatchObject({ locked: [], changeFailureRate: { value: 0.25 } })
  })

  it('narrows it and counts as it is told', async () => {
    const year = Math.min(...benchmarkYears)
    const counting = ['--lead-time-from', 'first-commit', '--no-rolled-back-fails', '--benchmark-year', String(year)]
    const args = ['--service', ' API ', '--environment', 'production', ...counting]
    const only = { service: 'api', environment: 'production' }
    const choices = { leadTimeFrom: 'first-commit', rolledBackFails: false, benchmarkYear: year } as const
    const { printed, read } = await bothReports(paid, args, only, choices)
    expect(printed).toEqual(read)
    expect(printed).toMatchObject({ choices, deploymentFrequency: { attempts: 4 }, changeFailureRate: { value: 0 } })
  })

  it('prints for people what there is, what is missing and what was left out', async () => {
    const { code, stdout } = await metrics(paid)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Period +2 to 8 Mar 2026, 7 days of UTC$/m)
    expect(stdout).toMatch(/^Change failure rate +25 ?% +low +4 deployments +— +—$/m)
    expect(stdout).toMatch(/^Lead time for changes +— +— +0 pull requests/m)
    expect(stdout).toMatch(/^Lead time for changes: No pull request/m)
    expect(stdout).toMatch(/^Change failure rate, left out: 1 was cancelled/m)
    expect(stdout).not.toContain('Locked')
  })

  it('prints lead time from the merge and from the first commit, whichever is chosen', async () => {
    const shipping = await createTenant({ plan: 'business' })
    const repository = await createRepository(shipping.organization.id, 'acme/api')
    const [, commitSha] = await createHistory(repository, 2)
    const firstCommitAt = new Date('2026-02-28T10:00:00Z')
    const organizationId = shipping.organization.id
    const mergedAt = new Date('2026-03-02T09:30:00Z')
    await db().prisma.pullRequest.updateMany({ where: { organizationId }, data: { firstCommitAt, mergedAt } })
    const completedAt = '2026-03-02T10:00:00Z'
    await postEvent(shipping.token, deploymentBody({ service: 'api', commitSha, completedAt }))
    const own = await metrics(shipping)
    expect(own.stdout).toMatch(/^Lead time for changes +30 min +elite +1 pull request/m)
    expect(own.stdout).toMatch(/^Lead time for changes, beside it: From the first commit: 2 d, high\.$/m)
    const ofDora = await metrics(shipping, '--lead-time-from', 'first-commit', '--json')
    expect(JSON.parse(ofDora.stdout)).toMatchObject({
      leadTime: {
        value: 48 * 3600,
        from: 'first-commit',
        beside: { from: 'merge', seconds: 1800, level: 'elite', sampleSize: 1 },
      },
    })
  })

  it('prints frequency on the Free plan after the trial, and names what is locked', async () => {
    const [{ printed, read }, { stdout }] = await Promise.all([bothReports(trialOver, []), metrics(trialOver)])
    expect(printed).toEqual(read)
    expect(printed).toMatchObject({ changeFailureRate: null, deploymentFrequency: { attempts: 5 } })
    expect(printed.locked).toContain('changeFailureRate')
    expect(stdout).toMatch(/^Deployment frequency +3 a week/m)
    expect(stdout).not.toMatch(/^Change failure rate/m)
    expect(stdout).toMatch(/^Locked, .* Change failure rate,.* Service health\.$/m)
  })

  it.each([
    ['no organization', ['--org', 'nobody'], 1, 'No organization with slug "nobody"'],
    ['a day that is not in the calendar', ['--from', '2026-02-30'], 2, '--from is not in the calendar'],
    ['an unset variable', ['--from', ''], 2, 'must not be empty'],
    ['days in the wrong order', ['--from', '2026-03-09'], 2, '--to must not be before the first day'],
    ['a day to come', ['--to', '2099-01-01'], 2, '--to must not be after today'],
    ['a range beside days', ['--range', '90d'], 2, "'--range <days>' cannot be used with"],
    ['a range of its own', ['--range', '3d'], 2, 'Allowed choices are 7d, 30d, 90d, 365d'],
    ['a year without a table', ['--benchmark-year', '1999'], 2, '--benchmark-year'],
  ])('refuses %s', async (_name, args, code, message) => {
    const run = await metrics(paid, ...args)
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('refuses names that nobody has, and says where the others stand', async () => {
    const names = ['--team', 'typo', '--repository', 'api', '--environment', 'staging', '--service', 'typo']
    const { code, stdout, stderr } = await metrics(paid, ...names, '--json')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const org = `--org ${paid.organization.slug}`
    expect(JSON.parse(stderr).error.split('\n')).toEqual([
      `No service is called “typo”. Services: leadline service list ${org}`,
      `No environment of production is called “staging”. Production environments: leadline org show ${org}`,
      `No repository has the full name “api”. Full names: leadline repository list ${org}`,
      `No team is called “typo”. Teams: leadline service list ${org}`,
    ])
  })

  it('explains itself', async () => {
    const { stdout } = await leadline('metrics', '--help')
    const options = ['--org', '--from', '--to', '--range', '--service', '--environment', '--repository', '--team']
    const counting = ['--lead-time-from', '--rolled-back-fails', '--no-rolled-back-fails', '--benchmark-year', '--json']
    for (const option of [...options, ...counting]) expect(stdout).toContain(`  ${option}`)
  })
})

describe('leadline org plan', () => {
  it('says what changes, and the audit log keeps it', async () => {
    const { organization } = await createTenant()
    const org = ['--org', organization.slug]
    const plan = (name: string) => leadline('org', 'plan', ...org, '--plan', name)
    const opened = await plan('business')
    expect(opened.stdout).toMatch(/^Plan +business, before free$/m)
    expect(opened.stdout).toMatch(/^Locked +nothing$/m)
    expect((await plan('business')).stdout).toMatch(/^Plan +business$/m)
    const closed = await plan('free')
    expect(closed.stdout).toMatch(/^Plan +free, before business$/m)
    expect(closed.stdout).toMatch(/^Locked +All metrics, /m)
    const [audit, nobody] = await Promise.all([
      leadline('audit', ...org, '--action', 'organization.plan-set'),
      leadline('org', 'plan', '--org', 'nobody', '--plan', 'free'),
    ])
    expect(audit.stdout.match(/command line +set the plan from \w+ to \w+/g)).toHaveLength(2)
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
  }, 60_000)
})
