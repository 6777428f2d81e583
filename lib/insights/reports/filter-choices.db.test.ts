import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { listFilterValues } from '@/lib/deployments/filter-values'
import { listPullRequestFilterValues } from '@/lib/pull-requests/filter-values'
import { createRepository, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { listFilterChoices } from './filter-choices'

it('offers each name once, spelled as its latest deployment, of what was deployed to production', async () => {
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
  for (const [hour, fields] of Object.entries({
    10: { service: 'web ', environment: 'production' },
    12: { service: ' WEB', environment: 'Production' },
    11: { service: 'Web' },
    13: { service: 'api', environment: ' PRODUCTION ' },
    14: { service: 'jobs', environment: 'staging' },
    9: {},
  })) {
    const completedAt = `2026-03-02T${hour.padStart(2, '0')}:00:00Z`
    await postEvent(token, deploymentBody({ startedAt: '2026-03-02T08:00:00Z', completedAt, ...fields }))
  }
  const { services, environments, repositories, teams } = await listFilterChoices(organization.id)
  expect(services).toEqual([
    { value: 'api', label: 'api' },
    { value: 'web', label: 'WEB' },
  ])
  expect(environments).toEqual([{ value: 'production', label: 'PRODUCTION' }])
  expect(repositories.map(({ value }) => value)).toEqual(['acme/api', 'acme/Web'])
  expect(teams).toEqual([
    { value: 'Harbour', label: 'Harbour' },
    { value: 'Platform', label: 'Platform' },
  ])
})

it('offers environments as pipelines spell them, however many others there are', async () => {
  const { organization, token } = await createTenant()
  const at = new Date('2026-03-01T10:00:00Z')
  await db().prisma.organization.update({
    where: { id: organization.id },
    data: { productionNames: ['Production', 'Übersee'] },
  })
  await db().prisma.deployment.createMany({
    data: Array.from({ length: 320 }, (_, index) => ({
      organizationId: organization.id,
      externalId: `preview-${index}`,
      commitSha: randomSha(),
      environment: `a-preview-${index}`,
      service: `preview-${index}`,
      production: false,
      status: 'success' as const,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    })),
  })
  await postEvent(token, deploymentBody({ service: 'Übersetzer', environment: 'Production' }))
  await postEvent(token, deploymentBody({ service: 'Übersetzer', environment: 'Übersee' }))
  const { services, environments } = await listFilterChoices(organization.id)
  expect(services).toEqual([{ value: 'Übersetzer', label: 'Übersetzer' }])
  expect(environments).toEqual([
    { value: 'production', label: 'Production' },
    { value: 'Übersee', label: 'Übersee' },
  ])
})

it('offers every recent environment along with the first of very many services', async () => {
  const { organization } = await createTenant()
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      completed_at, service, instant, progress)
    SELECT ${organization.id}, 'run-' || n, repeat('a', 40), CASE n WHEN 1200 THEN 'Prod-EU' ELSE 'production' END, true,
      'success', now(), now(), 'service-' || lpad(n::text, 4, '0'), now(), 3
    FROM generate_series(1, 1200) n`
  const { services, environments } = await listFilterChoices(organization.id)
  expect(environments.map(({ label }) => label)).toEqual(['Prod-EU', 'production'])
  expect([services.length, services[0]?.value, services.at(-1)?.value]).toEqual([300, 'service-0001', 'service-0300'])
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
    teamsLeftOut: 0,
  })
  expect((await listFilterChoices(organization.id)).services).toHaveLength(1)
})

it('has the first 300 teams in every list to choose from, and a count of the others', async () => {
  const { organization } = await createTenant()
  await db().prisma.serviceTeam.createMany({
    data: Array.from({ length: 1_312 }, (_, n) => ({
      organizationId: organization.id,
      serviceKey: `service-${n}`,
      team: `team-${String(n % 1_307).padStart(4, '0')}`,
    })),
  })
  const { teams, teamsLeftOut } = await listFilterChoices(organization.id)
  expect([teams.length, teams.at(-1)?.value, teamsLeftOut]).toEqual([300, 'team-0299', 1_007])
  for (const values of [listFilterValues, listPullRequestFilterValues]) {
    const found = (await values(organization.id)).teams
    expect([found.listed.length, found.listed.at(-1), found.leftOut]).toEqual([300, 'team-0299', 1_007])
  }
})
