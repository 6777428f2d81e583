import { beforeAll, describe, expect, it } from 'vitest'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { db } from '@/lib/db/db'
import { readReport } from '@/lib/insights/reports/read-report'
import { leadline } from '@/lib/testing/command-line'
import { createHistory, createRepository, createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

let paid: Tenant
let trialOver: Tenant

beforeAll(async () => {
  paid = await createTenant({ plan: 'business' })
  trialOver = await createTenant()
  for (const { token } of [paid, trialOver]) await seed(token)
  const trialEndsAt = new Date('2026-03-20T00:00:00Z')
  await db().prisma.organization.update({ where: { id: trialOver.organization.id }, data: { trialEndsAt } })
})

/** Three successes of "api", one rolled back, and one cancelled, all in the first week of March 2026. */
async function seed(token: string): Promise<void> {
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
async function bothReports(tenant: Tenant, args: string[], only = {}) {
  const { code, stdout, stderr } = await metrics(tenant, '--json', ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const printed = JSON.parse(stdout)
  const filters = { service: null, environment: null, repository: null, team: null, leadTime: null, ...only }
  const period = { firstDay: '2026-03-02', lastDay: '2026-03-08', preset: null }
  const organization = await findOrganization(tenant.organization.slug)
  const read = await readReport(organization, { ...period, ...filters }, new Date(printed.period.now))
  return { printed, read: JSON.parse(JSON.stringify(read)) }
}

describe('leadline metrics', () => {
  it('prints the report that the pages show, as JSON', async () => {
    const { printed, read } = await bothReports(paid, [])
    expect(printed).toEqual(read)
    expect(printed).toMatchObject({ locked: [], changeFailureRate: { value: 0.25 } })
  })

  it('narrows it and counts as the organization is set to', async () => {
    const args = ['--service', ' API ', '--environment', 'production', '--lead-time', 'first-commit']
    const { printed, read } = await bothReports(paid, args, {
      service: 'api',
      environment: 'production',
      leadTime: 'first-commit',
    })
    expect(printed).toEqual(read)
    const settings = { leadTimeFrom: 'first-commit', leadTimeDefault: 'merge', rolledBackFails: true }
    expect(printed).toMatchObject({ settings, deploymentFrequency: { attempts: 4 } })
  })

  it('counts as the organization has set, from the next command on', async () => {
    const tenant = await createTenant({ plan: 'business' })
    await seed(tenant.token)
    const org = ['--org', tenant.organization.slug]
    const set = ['--lead-time', 'first-commit', '--rolled-back-fails', 'no']
    const { stdout } = await leadline('org', 'settings', ...org, ...set)
    expect(stdout).toMatch(/^Lead time +from the first commit$/m)
    expect(stdout).toMatch(/^Rolled back +does not count as failed$/m)
    const settings = { leadTimeFrom: 'first-commit', leadTimeDefault: 'first-commit', rolledBackFails: false }
    const { printed } = await bothReports(tenant, [])
    expect(printed).toMatchObject({ settings, changeFailureRate: { value: 0 } })
    const { stdout: text } = await metrics(tenant, '--lead-time', 'merge')
    expect(text).toMatch(
      /^Counted +lead time from the merge \(the default is from the first commit\), rolled back not as/m,
    )
    const audit = await leadline('audit', ...org)
    expect(audit.stdout).toContain('changed the start of lead time from merge to first-commit')
    expect(audit.stdout).toContain('changed whether rolled back counts as failed from yes to no')
  })

  it('prints for people what there is, what is missing and what was left out', async () => {
    const { code, stdout } = await metrics(paid)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Period +2 to 8 Mar 2026, 7 days of UTC$/m)
    expect(stdout).toMatch(/^Change failure rate +25 ?% +— +4 deployments +— +—$/m)
    expect(stdout).toMatch(/^Lead time for changes +— +— +0 pull requests/m)
    expect(stdout).toMatch(/^Lead time for changes: No pull request/m)
    expect(stdout).toMatch(/^Change failure rate: No level: 4 of 10 deployments needed\.$/m)
    expect(stdout).toMatch(/^Levels +Accelerate State of DevOps Report 2023, https:\/\/dora\.dev\/.*$/m)
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
    expect(own.stdout).toMatch(/^Lead time for changes +30 min +— +1 pull request/m)
    expect(own.stdout).toMatch(
      /^Lead time for changes, also: From the first commit: 2 d, no level: 1 of 10 pull requests needed\.$/m,
    )
    const ofDora = await metrics(shipping, '--lead-time', 'first-commit', '--json')
    expect(JSON.parse(ofDora.stdout)).toMatchObject({
      leadTime: {
        value: 48 * 3600,
        from: 'first-commit',
        otherStart: { from: 'merge', seconds: 1800, level: null, sampleSize: 1 },
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
    ['a range together with days', ['--range', '90d'], 2, "'--range <days>' cannot be used with"],
    ['a range of its own', ['--range', '3d'], 2, 'Allowed choices are 7d, 30d, 90d, 365d'],
    ['another lead time', ['--lead-time', 'review'], 2, 'Allowed choices are merge, first-commit'],
  ])('refuses %s', async (_name, args, code, message) => {
    const run = await metrics(paid, ...args)
    expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
  })

  it('refuses unknown names, and says where to find the known ones', async () => {
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
    for (const option of [...options, '--lead-time', '--json']) expect(stdout).toContain(`  ${option}`)
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
    expect(closed.stdout).toMatch(
      /^Locked +All metrics, Risk signals, Notifications, Assistants and HTTP API, Words from a model$/m,
    )
    const [audit, nobody] = await Promise.all([
      leadline('audit', ...org, '--action', 'organization.plan-set'),
      leadline('org', 'plan', '--org', 'nobody', '--plan', 'free'),
    ])
    expect(audit.stdout.match(/command line +set the plan from \w+ to \w+/g)).toHaveLength(2)
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
  })
})
