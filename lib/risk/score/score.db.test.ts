import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { generateDemo } from '@/lib/demo/generate'
import { loadDemo } from '@/lib/demo/load'
import { nextEvent } from '@/lib/demo/next-event'
import { createTenant, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { listSignals } from '../list'
import { refreshSignals } from '../refresh'
import { silentService } from '../rules/quiet-services'
import { askRisk } from './ask'
import { featureNames } from './features'
import { findDeploymentRisk } from './of-deployment'
import { reasonText } from './reasons'
import { refreshRisk } from './refresh'
import { findModel } from './store'
import { whyNoScore } from './words'

const now = new Date('2026-11-20T15:30:00Z')
const day = 86_400_000
const later = (days: number) => new Date(now.getTime() + days * day)

async function modelOf({ organization }: Tenant) {
  return (await findModel(organization.id)) ?? expect.unreachable()
}

describe('the demo, whose history has a truth', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await createTenant({ plan: 'business' })
    await loadDemo(tenant.organization.id, generateDemo(now))
    await refreshRisk(tenant.organization.id, now)
  })

  it('has a model that beats the base rate a little, and finds what raises the risk', async () => {
    const { verdict, assessment, fit, ended, failed, mark } = await modelOf(tenant)
    expect(verdict).toBe('useful')
    expect(ended).toBeGreaterThan(1_500)
    expect(failed / ended).toBeGreaterThan(0.04)
    expect(failed / ended).toBeLessThan(0.12)
    const weightOf = (name: (typeof featureNames)[number]) => fit.weights[featureNames.indexOf(name)] ?? 0
    expect(weightOf('lines')).toBe(Math.max(...fit.weights))
    const { gain, warned, warnedFailed, count, failed: testedFailed } = assessment ?? expect.unreachable()
    expect(gain.low).toBeGreaterThan(0)
    expect(gain.value).toBeLessThan(0.3)
    expect(warnedFailed / warned).toBeGreaterThan((2 * testedFailed) / count)
    expect(mark).toBeLessThan(0.5)
  })

  it('has signals that a team would act on, and none because of a weekend', async () => {
    const { id: organizationId, timeZone } = tenant.organization
    await refreshSignals(organizationId, now)
    const { rows } = await listSignals(organizationId, {}, 1, now)
    const found = rows.map(({ rule, name }) => `${rule.slug} ${name}`)
    expect(found).toContain('stuck-deployment harbour-mail')
    expect(rows.map(({ rule }) => rule.slug)).not.toContain('silent-service')
    const thresholds = { times: 3, days: 2, share: 50 }
    for (let week = 0; week < 12; week += 1) {
      const mondayMorning = new Date(Date.UTC(2026, 10, 16, 6) - week * 7 * day)
      const scope = { organizationId, timeZone, now: mondayMorning, thresholds }
      const silent = await reading((read) => silentService.find(read, scope))
      expect(silent.map(({ name }) => name).filter((name) => name !== 'harbour-mail')).toEqual([])
    }
  })

  it('says of deployments what was said before they began, and nothing of those that it was fitted on first', async () => {
    const { organization } = tenant
    const scored = await db().prisma.riskScore.count({ where: { organizationId: organization.id } })
    expect(scored).toBe((await modelOf(tenant)).assessment?.count)
    const [first, last] = await Promise.all(
      (['asc', 'desc'] as const).map((order) =>
        db().prisma.deployment.findFirstOrThrow({
          where: { organizationId: organization.id, production: true, status: 'success' },
          orderBy: { startedAt: order },
        }),
      ),
    )
    expect((await findDeploymentRisk(organization, Number(first?.id))).scored).toBeNull()
    expect((await findDeploymentRisk(organization, Number(last?.id))).scored?.score).toBeGreaterThan(0)
  })

  it('tells the risk of what is merged and not deployed, by commits or by pull requests', async () => {
    const { organization } = tenant
    const { commitSha: headSha, previousCommitSha: baseSha, service } = await nextEvent(organization.id, 'booking-api')
    const byCommits = await askRisk(organization, { service, headSha, baseSha }, now)
    expect(byCommits.score).toBeGreaterThan(0.005)
    expect(byCommits.score).toBeLessThan(0.9)
    expect(byCommits.content.pullRequests).toBeGreaterThan(0)
    expect((await askRisk(organization, { service, headSha }, now)).content).toEqual(byCommits.content)
    const merged = await db().prisma.pullRequest.findMany({
      where: { organizationId: organization.id, repository: { nameKey: 'booking-api' }, mergedAt: { not: null } },
      orderBy: { mergedAt: 'desc' },
      take: byCommits.content.pullRequests ?? 0,
    })
    const pullRequests = merged.map(({ number }) => number)
    const byNumbers = await askRisk(organization, { service, pullRequests }, now)
    expect(byNumbers.content).toEqual({ ...byCommits.content, commits: null })
  })

  it('warns of a large change, with its size for a reason', async () => {
    const { organization } = tenant
    const ids = await db().prisma.pullRequest.findMany({
      where: { organizationId: organization.id, repository: { nameKey: 'booking-api' } },
      orderBy: { additions: 'desc' },
      take: 12,
    })
    const pullRequests = ids.map(({ number }) => number)
    const answer = await askRisk(organization, { service: 'booking-api', pullRequests }, now)
    expect(answer.warns).toBe(true)
    expect(answer.reasons.map(reasonText).join()).toMatch(/[\d,]+ changed lines, (over )?\d+ × the usual/)
  })

  it('keeps the score that a new deployment had, whatever comes of it', async () => {
    const { organization, token } = tenant
    const event = { ...(await nextEvent(organization.id, 'booking-api')), deploymentId: 'new' }
    const startedAt = later(0.5).toISOString()
    const body = { ...event, previousCommitSha: undefined, startedAt, status: 'in_progress' }
    const { deploymentId } = (await postEvent(token, body)).body as { deploymentId: number }
    const before = (await findDeploymentRisk(organization, deploymentId)).scored
    expect(before?.score).toBeGreaterThan(0)
    await refreshRisk(organization.id, later(0.6))
    await postEvent(token, { ...body, status: 'failure', completedAt: later(0.7).toISOString() })
    const { fittedAt } = await modelOf(tenant)
    await refreshRisk(organization.id, later(2))
    expect((await modelOf(tenant)).fittedAt.getTime()).toBeGreaterThan(fittedAt.getTime())
    expect((await findDeploymentRisk(organization, deploymentId)).scored).toMatchObject(before ?? {})
  })

  it('is not fitted again without news, nor more than once a day', async () => {
    const { organization } = tenant
    const { fittedAt } = await modelOf(tenant)
    await refreshRisk(organization.id, new Date(fittedAt.getTime() + day / 2))
    expect((await modelOf(tenant)).fittedAt).toEqual(fittedAt)
    await refreshRisk(organization.id, later(100))
    await refreshRisk(organization.id, later(102))
    expect((await modelOf(tenant)).fittedAt).toEqual(later(100))
  })

  it('tells another organization nothing', async () => {
    const { organization } = await createTenant({ plan: 'business' })
    await refreshRisk(organization.id, now)
    await expect(askRisk(organization, { service: 'booking-api', pullRequests: [1] }, now)).rejects.toThrow(
      'No deployment',
    )
    const theirs = await db().prisma.riskScore.findFirstOrThrow({ where: { organizationId: tenant.organization.id } })
    expect(await findDeploymentRisk(organization, Number(theirs.deploymentId))).toMatchObject({ scored: null })
  })
})

it('an organization with little history gets no score, and what is missing is said', async () => {
  const tenant = await createTenant({ plan: 'business' })
  expect(whyNoScore(null)).toContain('Not looked at yet')
  for (let run = 0; run < 3; run += 1) {
    const at = later(-run).toISOString()
    const status = run === 0 ? 'failure' : 'success'
    const body = { deploymentId: `run-${run}`, commitSha: 'abcdef1', environment: 'production', service: 'api', status }
    await postEvent(tenant.token, { ...body, startedAt: at, completedAt: at })
  }
  await refreshRisk(tenant.organization.id, later(0.1))
  expect(whyNoScore(await modelOf(tenant))).toBe(
    'Too little history for a score: 3 production deployments of 365 days have ended, of at least 100; 1 of them failed, of at least 15.',
  )
})
