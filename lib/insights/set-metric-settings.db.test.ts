import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { db } from '@/lib/db/db'
import { setMetricSettings } from '@/lib/insights/set-metric-settings'
import { createMember, createTenant, type Tenant } from '@/lib/testing/factories'

const settingsIn = async ({ organization: { slug } }: Tenant) => {
  const { leadTimeFrom, rolledBackFails } = await findOrganization(slug)
  return { leadTimeFrom, rolledBackFails }
}

const auditOf = ({ organization: { id } }: Tenant) =>
  db().prisma.auditEntry.findMany({
    where: { organizationId: id, action: { contains: '-set' } },
    orderBy: { id: 'asc' },
  })

it('metrics are counted as an organization has set, and no other', async () => {
  const [here, there] = [await createTenant(), await createTenant()]
  const { id: userId } = await createMember(here.organization.id, 'manager')
  expect(await settingsIn(here)).toEqual({ leadTimeFrom: 'merge', rolledBackFails: true })
  await setMetricSettings({ organizationId: here.organization.id, userId }, { leadTimeFrom: 'first-commit' })
  expect(await settingsIn(here)).toEqual({ leadTimeFrom: 'first-commit', rolledBackFails: true })
  await setMetricSettings(operatorOf(here.organization.id), { leadTimeFrom: 'first-commit', rolledBackFails: false })
  expect(await settingsIn(here)).toEqual({ leadTimeFrom: 'first-commit', rolledBackFails: false })
  expect(await settingsIn(there)).toEqual({ leadTimeFrom: 'merge', rolledBackFails: true })
  expect(await auditOf(here)).toMatchObject([
    { action: 'organization.lead-time-start-set', userId, details: { from: 'merge', to: 'first-commit' } },
    { action: 'organization.rolled-back-fails-set', userId: null, details: { from: true, to: false } },
  ])
  expect(await auditOf(there)).toEqual([])
})

it('the database keeps no other start of lead time', async () => {
  const { organization } = await createTenant()
  const leadTimeFrom = 'review'
  await expect(
    db().prisma.organization.update({ where: { id: organization.id }, data: { leadTimeFrom } }),
  ).rejects.toThrow(/lead_time_from_check/)
})
