import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import { db } from '@/lib/db/db'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { createTenant } from '@/lib/testing/factories'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { findTeam } from './find'
import { readTeams, type TeamRow } from './read-teams'

const now = new Date('2026-06-01T00:00:00Z')
const { filters } = parseMetricFilters(new URLSearchParams('from=2026-03-02&to=2026-03-31'), 'UTC', now)

describe('teams', () => {
  let organization: Organization

  beforeAll(async () => {
    organization = (await createTenant({ plan: 'business' })).organization
    await storeRandomHistory(organization.id, 'teams', new Date('2026-02-20T00:00:00Z'), 40)
    const organizationId = organization.id
    await db().prisma.serviceTeam.deleteMany({ where: { organizationId } })
    const { services } = await readReport(organization, filters, now)
    const [first = '', second = ''] = (services ?? []).flatMap(({ service }) => service ?? [])
    const teams = [
      [first, 'Harbour'],
      [second, 'Harbour'],
      ['never-deployed', 'Archive'],
    ]
    await db().prisma.serviceTeam.createMany({
      data: teams.map(([serviceKey = '', team = '']) => ({ organizationId, serviceKey, team })),
    })
  })

  const rowOf = (rows: readonly TeamRow[], name: string | null) => rows.find((row) => row.name === name)

  it('have the numbers of the report that is filtered by them, and those of the period before', async () => {
    const { teams } = await readTeams(organization, filters, now)
    const harbour = rowOf(teams.listed, 'Harbour')
    const report = await readReport(organization, { ...filters, team: 'Harbour' }, now)
    expect(harbour?.health).toMatchObject({
      perDay: report.deploymentFrequency.value,
      leadTimeP50Seconds: report.leadTime?.value,
      changeFailureRate: report.changeFailureRate?.value,
      recoveryP50Seconds: report.recoveryTime?.value,
      reworkRate: report.reworkRate?.value,
      openIncidents: report.recoveryTime?.open.length,
    })
    expect(harbour?.services).toBe(2)
    const before = { ...filters, team: 'Harbour', firstDay: '2026-01-31', lastDay: '2026-03-01' }
    const earlier = await readReport(organization, before, now)
    expect(harbour?.shipped).toEqual({
      deployments: report.deploymentFrequency.outcomes.success,
      pullRequests: report.leadTime?.delivered,
    })
    expect(harbour?.shippedBefore).toEqual({
      deployments: earlier.deploymentFrequency.outcomes.success,
      pullRequests: earlier.leadTime?.delivered,
    })
  })

  it('are followed by a quiet one and by what belongs to none', async () => {
    const { teams } = await readTeams(organization, filters, now)
    expect(teams.listed.map(({ name }) => name)).toEqual(['Harbour', 'Archive', null])
    expect(rowOf(teams.listed, 'Archive')).toMatchObject({ services: 1, shipped: { deployments: 0 }, health: null })
    const all = await readReport(organization, filters, now)
    const total = teams.listed.reduce((sum, { shipped }) => sum + shipped.deployments, 0)
    expect(total).toBe(all.deploymentFrequency.outcomes.success)
  })

  it('are found by any spelling, in their organization alone', async () => {
    expect(await findTeam(organization.id, 'harbour')).toEqual({ name: 'Harbour', services: 2 })
    const other = (await createTenant({ plan: 'business' })).organization
    await expect(findTeam(other.id, 'Harbour')).rejects.toThrow('No service belongs to a team "Harbour"')
    expect((await readTeams(other, filters, now)).teams.listed).toEqual([])
  })

  it('are 500, and each of the others is counted once', async () => {
    const { organization: crowded } = await createTenant({ plan: 'business' })
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        completed_at, service, instant, progress)
      SELECT ${crowded.id}, 'run-' || n, repeat('a', 40), 'production', true, 'success', ended, ended, 'service-' || n,
        ended, 3
      FROM generate_series(1, 620) n, LATERAL (SELECT '2026-03-03'::timestamptz + make_interval(mins => n) AS ended) at`
    await db().prisma.$executeRaw`
      INSERT INTO service_teams (organization_id, service_key, team)
      SELECT ${crowded.id}, 'service-' || n, 'team ' || n FROM generate_series(11, 650) n`
    const { teams } = await readTeams(crowded, filters, now)
    expect(teams.listed).toHaveLength(500)
    expect(teams.leftOut).toBe(640 - teams.listed.filter(({ name }) => name !== null).length)
  })
})
