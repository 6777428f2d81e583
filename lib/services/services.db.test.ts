import { beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '@/lib/audit/list'
import { auditText } from '@/lib/audit/sentence'
import { db } from '@/lib/db'
import { findService } from '@/lib/services/find'
import { listServices } from '@/lib/services/list'
import { listLatestDeployments } from '@/lib/services/list-latest'
import { setTeam } from '@/lib/services/set-team'
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
const keys = async () => (await listServices(organizationId)).map(({ key }) => key)

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
    const [api, web] = await listServices(organizationId)
    expect(api).toMatchObject({ key: 'api', name: 'api', team: null, repository: null })
    expect(api?.spellings.map((name) => name.trim())).toEqual(['api', 'Api', 'API'])
    expect(api?.last).toMatchObject({ status: 'failure', at: new Date('2026-03-03T10:05:00Z') })
    expect(web).toMatchObject({ key: 'web', last: { environment: 'production' } })
  })

  it('tell the last deployment to production only, and none where there is none', async () => {
    await deploy(tenant, { service: 'api', ...on(1) })
    await deploy(tenant, { service: 'api', ...on(2), environment: 'staging' })
    await deploy(tenant, { service: 'api', ...on(3), status: 'in_progress', completedAt: undefined })
    await deploy(tenant, { service: 'worker', ...on(2), environment: 'staging' })
    const [api, worker] = await listServices(organizationId)
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
    expect(await setTeam(organizationId, null, 'ÜBERSETZER', 'Payments')).toMatchObject({ service: 'Übersetzer' })
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

  it('are not those of another organization', async () => {
    await deploy(tenant, { service: 'api' })
    const other = await createTenant()
    expect(await listServices(other.organization.id)).toEqual([])
    await expect(findService(other.organization.id, 'api')).rejects.toMatchObject({ code: 'not_found' })
    await expect(setTeam(other.organization.id, null, 'api', 'Payments')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the team of a service', () => {
  beforeEach(async () => {
    await deploy(tenant, { service: 'api' })
    await deploy(tenant, { service: 'web' })
  })

  const teams = async () => (await listServices(organizationId)).map(({ key, team }) => `${key}: ${team}`)

  it('is set, spelled as others spell it, and cleared', async () => {
    const mats = await createMember(organizationId, 'manager')
    expect(await setTeam(organizationId, mats.id, 'API', '  Team   Payments ')).toEqual({
      service: 'api',
      team: 'Team Payments',
    })
    await setTeam(organizationId, mats.id, 'web', 'team payments')
    expect(await teams()).toEqual(['api: Team Payments', 'web: Team Payments'])
    await setTeam(organizationId, null, 'api', ' ')
    await setTeam(organizationId, null, 'api', '')
    expect(await teams()).toEqual(['api: null', 'web: Team Payments'])
    const { entries } = await listAudit(organizationId, { action: 'service.team-set' }, null, 10)
    expect(entries.map((entry) => `${entry.actor}: ${auditText(entry)}`)).toEqual([
      'command line: set the team of api from Team Payments to none',
      `${mats.email}: set the team of web from none to Team Payments`,
      `${mats.email}: set the team of api from none to Team Payments`,
    ])
  })

  it('can be spelled anew where no other service has it', async () => {
    await setTeam(organizationId, null, 'api', 'payments')
    await setTeam(organizationId, null, 'api', 'Payments')
    expect(await teams()).toEqual(['api: Payments', 'web: null'])
  })

  it.each(['x'.repeat(61), 'a\u0000b', 'a\u001bb'])('is refused when it cannot be shown: %j', async (team) => {
    await expect(setTeam(organizationId, null, 'api', team)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('needs a service that somebody deployed', async () => {
    await expect(setTeam(organizationId, null, 'nothing', 'Payments')).rejects.toMatchObject({ code: 'not_found' })
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
