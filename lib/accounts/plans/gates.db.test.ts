import { beforeEach, describe, expect, it } from 'vitest'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { db } from '@/lib/db/db'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const filters: MetricFilters = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-07',
  preset: null,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}

let tenant: Tenant
let trialEnd: number

beforeEach(async () => {
  tenant = await createTenant()
  await postEvent(tenant.token, deploymentBody())
  await postEvent(tenant.token, deploymentBody({ status: 'failure', completedAt: '2026-03-03T10:05:00Z' }))
  trialEnd = Number((await findOrganization(tenant.organization.slug)).trialEndsAt)
})

const current = () => findOrganization(tenant.organization.slug)
const reportAt = async (instant: number) => readReport(await current(), filters, new Date(instant))

/** What is in the database about the plan. */
const stored = async () => {
  const { plan, trialStartedAt, trialEndsAt } = await current()
  return { plan, trialStartedAt, trialEndsAt }
}

describe('a report on the Free plan', () => {
  it('is locked from the very millisecond on in which the trial ends, with nothing done to make it so', async () => {
    const before = await stored()
    const last = await reportAt(trialEnd - 1)
    const first = await reportAt(trialEnd)
    expect(await stored()).toEqual(before)
    expect(last).toMatchObject({ locked: [], changeFailureRate: { value: 0.5 }, services: [{ deployments: 2 }] })
    expect(first).toMatchObject({ changeFailureRate: null, leadTime: null, services: null })
    expect(first.locked).toEqual([
      'leadTime',
      'changeFailureRate',
      'recoveryTime',
      'reworkRate',
      'coverage',
      'cycleTime',
      'pullRequestSize',
      'throughput',
      'services',
    ])
    expect(first.deploymentFrequency).toEqual(last.deploymentFrequency)
  })

  it('opens with the Business plan, and closes with the Free one', async () => {
    const { slug } = tenant.organization
    await setPlan(slug, 'business')
    expect((await reportAt(trialEnd)).locked).toEqual([])
    await setPlan(slug, 'free')
    expect((await reportAt(trialEnd)).locked).not.toEqual([])
  })
})

describe('ingestion', () => {
  it('is the same on every plan and after the trial', async () => {
    const { id, slug } = tenant.organization
    const event = deploymentBody({ deploymentId: 'run', status: 'in_progress', completedAt: null })
    const finished = { ...event, status: 'success', completedAt: '2026-03-04T10:05:00Z' }
    const answersOn = async (suffix: string) => {
      const sent = [event, finished, finished].map((body) => ({ ...body, deploymentId: `run-${suffix}` }))
      const answers = []
      for (const body of sent) answers.push(await postEvent(tenant.token, body))
      return answers.map(({ status, body }) => [status, (body as { action: string }).action])
    }
    const inTrial = await answersOn('trial')
    await db().prisma.organization.update({
      where: { id },
      data: { trialEndsAt: new Date(trialEnd - 30 * 86_400_000) },
    })
    expect(await answersOn('free')).toEqual(inTrial)
    await setPlan(slug, 'business')
    expect(await answersOn('business')).toEqual(inTrial)
    expect(inTrial[0]).toEqual([201, 'created'])
  })
})
