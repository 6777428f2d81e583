import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { maxListedServices } from '@/lib/core/listed'
import { db } from '@/lib/db/db'
import { findService } from '@/lib/insights/services/find'
import { listServices } from '@/lib/insights/services/list'
import { listLatestDeployments } from '@/lib/insights/services/list-latest'
import { setTeam } from '@/lib/insights/services/set-team'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createTenant, randomSha, type Tenant } from '@/lib/testing/factories'

let tenant: Tenant
let organizationId: number

beforeEach(async () => {
  tenant = await createTenant()
  organizationId = tenant.organization.id
})

const on = (day: number) => ({
  startedAt: `2026-03-0${day}T10:00:00Z`,
  completedAt: `2026-03-0${day}T10:05:00Z`,
})
const listed = async (id = organizationId) => (await listServices(id)).listed
const keys = async () => (await listed()).map(({ key }) => key)

describe('the services of an organization', () => {
  it('are none at first', async () => {
    await deploy(tenant, { service: null })
    expect(await keys()).toEqual([])
  })

  it('are one for all ways to spell a name, called as the latest deployment calls it', async () => {
    await deploy(tenant, { service: 'API', ...on(1) })
    await deploy(tenant, { service: ' api ', ...on(3), status: 'failure' })
    await deploy(tenant, { service: 'Api', ...on(2) })
    await deploy(tenant, { service: 'web', ...on(2) })
    const [api, web] = await listed()
    expect(api).toMatchObject({ key: 'api', name: 'api', team: null, repository: null })
    expect(api?.spellings.map((name) => name.trim())).toEqual(['api', 'Api', 'API'])
    expect(api?.last).toMatchObject({ status: 'failure', at: new Date('2026-03-03T10:05:00Z') })
    expect(web).toMatchObject({ key: 'web', last: { environment: 'production' } })
  })

  it('have the last deployment to production only, and none where there is none', async () => {
    await deploy(tenant, { service: 'api', ...on(1) })
    await deploy(tenant, { service: 'api', ...on(2), environment: 'staging' })
    await deploy(tenant, { service: 'api', ...on(3), status: 'in_progress', completedAt: undefined })
    await deploy(tenant, { service: 'worker', ...on(2), environment: 'staging' })
    const [api, worker] = await listed()
    expect(api?.last?.at).toEqual(new Date('2026-03-01T10:05:00Z'))
    expect(worker).toMatchObject({ key: 'worker', last: null })
  })

  it('name the repository that their commits are found in', async () => {
    const { tenant: other, shas } = await tenantWithHistory(2)
    await deploy(other, { service: 'api', commitSha: at(shas, 1) })
    expect(await findService(other.organization.id, 'API')).toMatchObject({ repository: 'acme/api', globs: null })
  })

  it('are found under names with any letters', async () => {
    await deploy(tenant, { service: 'Übersetzer', ...on(1) })
    expect(await setTeam(operatorOf(organizationId), 'ÜBERSETZER', 'Payments')).toMatchObject({ service: 'Übersetzer' })
    const service = await findService(organizationId, 'Übersetzer')
    expect(service).toMatchObject({ key: 'Übersetzer', team: 'Payments', last: { environment: 'production' } })
    expect(await findService(organizationId, service.key)).toEqual(service)
  })

  it('are known where they were deployed to production, however many there are', async () => {
    const at = new Date('2026-03-01T10:00:00Z')
    const deployments = Array.from({ length: 2_100 }, (_, index) => ({
      organizationId,
      externalId: `run-${index}`,
      commitSha: randomSha(),
      environment: 'preview',
      service: `preview-${index}`,
      production: false,
      status: 'success' as const,
      startedAt: at,
      instant: at,
      progress: 2,
    }))
    await db().prisma.deployment.createMany({ data: deployments })
    await deploy(tenant, { service: 'Web', ...on(2) })
    const web = await findService(organizationId, 'web')
    expect(web).toMatchObject({ key: 'web', name: 'Web', spellings: ['Web'], last: { status: 'success' } })
  })

  it('are the ones that were deployed last where there are very many, and any one is found', async () => {
    await createServices(maxListedServices + 20)
    await deploy(tenant, { service: 'worker', ...on(2), environment: 'staging' })
    const { listed: services, leftOut } = await listServices(organizationId)
    expect([services.length, leftOut]).toEqual([maxListedServices, 21])
    expect(services.map(({ key }) => key)).toEqual(
      Array.from({ length: maxListedServices }, (_, index) => `service-${index}`).sort(),
    )
    const oldest = `service-${maxListedServices + 19}`
    expect(await findService(organizationId, oldest.toUpperCase())).toMatchObject({
      key: oldest,
      last: { status: 'success' },
    })
    expect(await findService(organizationId, 'worker')).toMatchObject({ key: 'worker', last: null })
  })

  it.each(['a\0b', ''])('are not found under a name that none can have: %j', async (name) => {
    await expect(findService(organizationId, name)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are not those of another organization', async () => {
    await deploy(tenant, { service: 'api' })
    const other = await createTenant()
    expect(await listed(other.organization.id)).toEqual([])
    await expect(findService(other.organization.id, 'api')).rejects.toMatchObject({ code: 'not_found' })
    await expect(setTeam(operatorOf(other.organization.id), 'api', 'Payments')).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

/** Services `service-0`, `service-1`, …, each deployed an hour before the one in front of it. */
async function createServices(count: number) {
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
      completed_at, service, instant, progress)
    SELECT ${organizationId}, 'run-' || n, repeat('a', 40), 'production', true, 'success', ended, ended,
      'Service-' || n, ended, 3
    FROM generate_series(0, ${count - 1}) n, LATERAL (SELECT now() - make_interval(hours => n) AS ended) at`
}

describe('the team of a service', () => {
  beforeEach(async () => {
    await deploy(tenant, { service: 'api' })
    await deploy(tenant, { service: 'web' })
  })

  const teams = async () => (await listed()).map(({ key, team }) => `${key}: ${team}`)

  it('is set, spelled as others spell it, and cleared', async () => {
    const mats = await createMember(organizationId, 'manager')
    expect(await setTeam({ organizationId, userId: mats.id }, 'API', '  Team   Payments ')).toEqual({
      service: 'api',
      team: 'Team Payments',
    })
    await setTeam({ organizationId, userId: mats.id }, 'web', 'team payments')
    expect(await teams()).toEqual(['api: Team Payments', 'web: Team Payments'])
    await setTeam(operatorOf(organizationId), 'api', ' ')
    await setTeam(operatorOf(organizationId), 'api', '')
    expect(await teams()).toEqual(['api: null', 'web: Team Payments'])
    const { rows: entries } = await listAudit(organizationId, { action: 'service.team-set' }, null, 10)
    expect(entries.map((entry) => `${entry.actor}: ${auditText(entry)}`)).toEqual([
      'command line: set the team of api from Team Payments to none',
      `${mats.email}: set the team of web from none to Team Payments`,
      `${mats.email}: set the team of api from none to Team Payments`,
    ])
  })

  it('can be respelled where no other service has it', async () => {
    await setTeam(operatorOf(organizationId), 'api', 'payments')
    await setTeam(operatorOf(organizationId), 'api', 'Payments')
    expect(await teams()).toEqual(['api: Payments', 'web: null'])
  })

  it.each(['x'.repeat(61), 'a\u0000b', 'a\u001bb'])('is refused when it cannot be shown: %j', async (team) => {
    await expect(setTeam(operatorOf(organizationId), 'api', team)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused to one more service than an organization can have with one, and can be changed and cleared', async () => {
    await db().prisma.$executeRaw`
      INSERT INTO service_teams (organization_id, service_key, team)
      SELECT ${organizationId}, 'service-' || n, 'Team ' || n % 7 FROM generate_series(1, 9999) n`
    await setTeam(operatorOf(organizationId), 'api', 'team 3')
    await expect(setTeam(operatorOf(organizationId), 'web', 'Payments')).rejects.toMatchObject({ code: 'conflict' })
    expect(await setTeam(operatorOf(organizationId), 'api', 'team 4')).toEqual({ service: 'api', team: 'Team 4' })
    await setTeam(operatorOf(organizationId), 'api', '')
    expect(await setTeam(operatorOf(organizationId), 'web', 'Payments')).toEqual({ service: 'web', team: 'Payments' })
  })

  it('needs a service that was deployed', async () => {
    await expect(setTeam(operatorOf(organizationId), 'nothing', 'Payments')).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('the latest deployments', () => {
  beforeEach(async () => {
    await deploy(tenant, { deploymentId: 'one', service: 'API', ...on(1) })
    await deploy(tenant, { deploymentId: 'two', service: 'web', ...on(2) })
    await deploy(tenant, { deploymentId: 'three', service: 'api', ...on(3), environment: 'staging' })
    await deploy(tenant, { deploymentId: 'four', service: null, ...on(4) })
  })

  const latest = async (spellings: string[], limit = 10) =>
    (await listLatestDeployments(organizationId, { spellings }, limit)).map(({ deploymentId }) => deploymentId)

  it('are those of a service in all spellings, wherever they went, the latest first', async () => {
    expect(await latest(['api', 'API'])).toEqual(['three', 'one'])
    expect(await latest(['api', 'API'], 1)).toEqual(['three'])
    expect(await latest([])).toEqual([])
  })

  it('are not those of another organization', async () => {
    const other = await createTenant()
    expect(await listLatestDeployments(other.organization.id, { spellings: ['api'] }, 10)).toEqual([])
  })
})
