import { expect, it } from 'vitest'
import { listServices } from '@/lib/insights/services/list'
import { deploy } from '@/lib/testing/deploy'
import { createTenant } from '@/lib/testing/factories'
import { listFilterChoices } from './filter-choices'
import { readReport } from './read-report'

const filters = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  preset: null,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}

const on = (day: string) => ({ startedAt: `2026-03-${day}T10:00:00Z`, completedAt: `2026-03-${day}T10:05:00Z` })

it('a deployment that is said to have an end, but no outcome, has not ended', async () => {
  const tenant = await createTenant({ plan: 'business' })
  const { organization } = tenant
  const report = () => readReport(organization, filters, new Date('2026-04-10T00:00:00Z'))
  await deploy(tenant, { service: 'api', status: 'in_progress', ...on('01') })
  await deploy(tenant, { service: 'web', status: 'pending', ...on('02') })
  expect((await report()).dataFrom).toBeNull()
  expect((await listServices(organization.id)).listed.map(({ key, last }) => [key, last])).toEqual([
    ['api', null],
    ['web', null],
  ])
  expect(await listFilterChoices(organization.id)).toMatchObject({ services: [], environments: [] })

  await deploy(tenant, { service: 'api', ...on('14') })
  await deploy(tenant, { service: 'api', status: 'pending', ...on('20') })
  expect(await report()).toMatchObject({ dataFrom: '2026-03-14', deploymentFrequency: { attempts: 1 } })
  const [api] = (await listServices(organization.id)).listed
  expect(api?.last).toMatchObject({ at: new Date('2026-03-14T10:05:00Z'), status: 'success' })
})
