import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db'
import { findOrganization } from '@/lib/organizations/find'
import { setPlan } from '@/lib/organizations/set-plan'
import { startTrial } from '@/lib/plans/start-trial'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const fourteenDaysMs = 14 * 24 * 60 * 60 * 1000

describe('the trial', () => {
  it.each([
    ['a production success', {}],
    ['a pending preview', { status: 'pending', environment: 'preview', completedAt: null }],
  ])('starts with the first event, be it %s, and ends 14 days later to the millisecond', async (_name, fields) => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody(fields))
    const { trialStartedAt, trialEndsAt } = await findOrganization(organization.slug)
    expect(Number(trialEndsAt) - Number(trialStartedAt)).toBe(fourteenDaysMs)
  })

  it('is started by exactly one of 50 concurrent first events', async () => {
    const { organization } = await createTenant()
    const starts = await Promise.all(Array.from({ length: 50 }, () => startTrial(db().ingest, organization.id)))
    expect(starts.filter(Boolean)).toHaveLength(1)
  })

  it('does not start with a refused event', async () => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody({ status: 'done' }))
    expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
  })

  it('does not start on another plan', async () => {
    const { organization, token } = await createTenant({ plan: 'business' })
    await postEvent(token, deploymentBody())
    expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
  })

  it('starts once in the life of an organization, and events are accepted after it', async () => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody())
    const yesterday = new Date('2026-01-01T00:00:00Z')
    await db().prisma.organization.update({
      where: { id: organization.id },
      data: { trialStartedAt: yesterday, trialEndsAt: new Date(yesterday.getTime() + fourteenDaysMs) },
    })
    await setPlan(organization.slug, 'business')
    await setPlan(organization.slug, 'free')
    expect((await postEvent(token, deploymentBody())).status).toBe(201)
    expect((await findOrganization(organization.slug)).trialStartedAt).toEqual(yesterday)
  })
})
