import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { findPlaces } from './find-places'

describe('places', () => {
  it('are found by name, id, commit and number, and never those of another organization', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    const { id } = tenant.organization
    const stranger = (await tenantWithHistory(4, 'stranger/checkout')).tenant
    await deploy(stranger, { service: 'checkout', deploymentId: 'release-7' })
    const { shown } = await deploy(tenant, {
      service: 'Checkout/eu',
      deploymentId: 'release-42',
      commitSha: at(shas, 3),
    })
    await db().prisma.serviceTeam.create({ data: { organizationId: id, serviceKey: 'checkout/eu', team: 'Harbour' } })
    const find = async (text: string) => (await findPlaces(id, 'member', text)).map(({ title, path }) => [title, path])
    const deployment = ['release-42', `/deployments/${shown.id}`]

    expect(await find('checkout')).toEqual([['Checkout/eu', '/services/Checkout%2Feu'], deployment])
    expect(await find(' RELEASE ')).toEqual([deployment])
    expect(await find(at(shas, 3).slice(0, 8))).toEqual([deployment])
    expect(await find('harb')).toEqual([['Harbour', '/teams/Harbour']])
    const { id: change } = await db().prisma.pullRequest.findFirstOrThrow({ where: { organizationId: id, number: 3 } })
    expect(await find('#3')).toEqual([['#3 Change 3', `/pull-requests/${change}`]])
    expect(await find('lead time')).toEqual([['Lead time for changes', '/insights/lead-time']])
    expect(await find('stranger')).toEqual([])
    expect(await find('%_\0')).toEqual([])
  })

  it('are pages without a text, and only those that a role may open', async () => {
    const { id } = (await tenantWithHistory(1)).tenant.organization
    const titles = async (role: 'member' | 'manager') => (await findPlaces(id, role, ' ')).map(({ title }) => title)
    expect(await titles('manager')).toEqual([...(await titles('member')), 'Settings: audit'])
  })
})
