import { describe, expect, it, onTestFinished } from 'vitest'
import { GET } from '@/app/api/v1/badges/[metric]/route'
import { operatorOf } from '@/lib/accounts/actor'
import { generateBadgeToken } from '@/lib/accounts/organizations/badge-token'
import { setBadges } from '@/lib/accounts/organizations/set-badges'
import { findClaimantsBy } from '@/lib/core/current-claimant'
import { db } from '@/lib/db/db'
import { metrics } from '@/lib/insights/metrics/registry'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { runPublicReport, runReport } from '@/lib/web/run-report'
import { drawBadge } from './badge'

async function read(metric: string, token: string | null, range = '') {
  const query = new URLSearchParams({ ...(token !== null && { token }), ...(range && { range }) })
  const params = Promise.resolve({ metric })
  const response = await GET(new Request(`http://localhost/api/v1/badges/${metric}?${query}`), { params })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function tokenOf(id: number): Promise<string | null> {
  return (await db().prisma.organization.findUniqueOrThrow({ where: { id } })).badgeToken
}

describe('badges', () => {
  it('are off until they are turned on, and lead nowhere once they are off', async () => {
    const { organization, token } = await createTenant({ plan: 'business' })
    const actor = operatorOf(organization.id)
    expect(await tokenOf(organization.id)).toBeNull()
    expect((await read('deployment-frequency', null)).status).toBe(404)
    await setBadges(actor, true)
    const first = await tokenOf(organization.id)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    await postEvent(token, deploymentBody({ startedAt: yesterday, completedAt: yesterday }))
    const badge = await read('deployment-frequency', first)
    expect(badge.status).toBe(200)
    expect(badge.headers.get('content-type')).toContain('image/svg+xml')
    expect(badge.text).toMatch(/aria-label="Deployment frequency: [^"]+"/)
    await setBadges(actor, false)
    expect(await tokenOf(organization.id)).toBeNull()
    expect((await read('deployment-frequency', first)).status).toBe(404)
    await setBadges(actor, true)
    expect(await tokenOf(organization.id)).not.toBe(first)
  })

  it('wait in the line of their organization, not of who asks for them', async () => {
    const { organization } = await createTenant({ plan: 'business' })
    await setBadges(operatorOf(organization.id), true)
    const token = await tokenOf(organization.id)
    const { people } = db()
    findClaimantsBy(() => ({ crowd: 'many', one: 'a person' }))
    onTestFinished(() => findClaimantsBy(() => null))
    const held = await Promise.all(Array.from({ length: 8 }, () => people.connect()))
    const done: string[] = []
    const crowd = Array.from({ length: 500 }, () => people.query('SELECT').then(() => done.push('crowd')))
    const badge = read('lead-time', token).then(({ status }) => done.push(`badge ${status}`))
    await expect.poll(() => people.waitingCount).toBe(501)
    for (const client of held) client.release()
    await Promise.all([...crowd, badge])
    expect(done.indexOf('badge 200')).toBeGreaterThanOrEqual(0)
    expect(done.indexOf('badge 200')).toBeLessThan(400)
  })

  it('say of an unknown token what they say of one whose plan has ended', async () => {
    const { organization } = await createTenant({ plan: 'business' })
    await setBadges(operatorOf(organization.id), true)
    const token = await tokenOf(organization.id)
    await db().prisma.organization.update({ where: { id: organization.id }, data: { plan: 'free' } })
    const ended = await read('lead-time', token)
    expect([ended.status, ended.text]).toEqual([404, (await read('lead-time', generateBadgeToken())).text])
    expect((await read('velocity', token)).status).toBe(404)
    expect((await read('lead-time', token, '3d')).status).toBe(400)
  })

  it('all come to a page that has ten of them, in turns that hold up neither members nor other organizations', async () => {
    const [one, other] = await Promise.all([createTenant({ plan: 'business' }), createTenant({ plan: 'business' })])
    const tokens = []
    for (const { organization } of [one, other]) {
      await setBadges(operatorOf(organization.id), true)
      tokens.push(await tokenOf(organization.id))
    }
    const [ofOne, ofOther] = tokens as [string, string]
    const names = metrics.map(({ slug }) => [slug, ''] as const)
    const page = [...names, ['lead-time', '90d'] as const]
    const statusesOf = async (token: string) =>
      (await Promise.all(page.map(([metric, range]) => read(metric, token, range)))).map(({ status }) => status)
    expect(await statusesOf(ofOne)).toEqual(page.map(() => 200))

    let end = () => {}
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    const crowd = Promise.allSettled(Array.from({ length: 36 }, () => runPublicReport(one.organization, () => held)))
    const member = { organization: one.organization, user: { id: 1 } }
    expect(await runReport(member, async () => 'read')).toBe('read')
    expect((await read('lead-time', ofOne, '7d')).status).toBe(503)
    expect(await statusesOf(ofOther)).toEqual(page.map(() => 200))
    end()
    await crowd
    expect((await read('lead-time', ofOne, '7d')).status).toBe(200)
  })

  it('carry their texts as texts', () => {
    expect(drawBadge('<script>', '"1" & 2')).not.toMatch(/<script>|"1"| & /)
  })
})
