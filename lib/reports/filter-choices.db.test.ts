import { expect, it } from 'vitest'
import { db } from '@/lib/db'
import { createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { listFilterChoices } from './filter-choices'

it('offers each name once, however it is spelled, and environments that count as production', async () => {
  const { organization, token } = await createTenant()
  await createRepository(organization.id, 'acme/Web')
  await createRepository(organization.id, 'acme/api')
  await db().prisma.serviceTeam.createMany({
    data: ['web', 'api', 'jobs'].map((serviceKey) => ({
      organizationId: organization.id,
      serviceKey,
      team: serviceKey === 'jobs' ? 'Platform' : 'Harbour',
    })),
  })
  for (const fields of [
    { service: 'Web' },
    { service: 'web ', environment: 'Production' },
    { service: 'api', environment: 'staging' },
    {},
  ]) {
    await postEvent(token, deploymentBody(fields))
  }
  const { services, environments, repositories, teams } = await listFilterChoices(organization.id)
  expect(services.map(({ value }) => value)).toEqual(['api', 'web'])
  expect(services[1]?.label.toLowerCase()).toBe('web')
  expect(environments.map(({ value }) => value)).toEqual(['production'])
  expect(repositories.map(({ value }) => value)).toEqual(['acme/api', 'acme/Web'])
  expect(teams).toEqual([
    { value: 'Harbour', label: 'Harbour' },
    { value: 'Platform', label: 'Platform' },
  ])
})

it('offers nothing of another organization', async () => {
  const { organization, token } = await createTenant()
  await postEvent(token, deploymentBody({ service: 'api' }))
  const other = await createTenant()
  expect(await listFilterChoices(other.organization.id)).toEqual({
    services: [],
    environments: [],
    repositories: [],
    teams: [],
  })
  expect((await listFilterChoices(organization.id)).services).toHaveLength(1)
})
