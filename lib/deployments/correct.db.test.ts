import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { type CorrectedFields, correctDeployment } from '@/lib/deployments/correct'
import { getDeployment } from '@/lib/deployments/get'
import { loadSent } from '@/lib/deployments/load-sent'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant } from '@/lib/testing/factories'

type World = Awaited<ReturnType<typeof tenantWithHistory>>

let world: World

beforeEach(async () => {
  world = await tenantWithHistory(4)
})

const organizationId = () => world.tenant.organization.id
const run = (fields: Record<string, unknown> = {}) =>
  deploy(world.tenant, { deploymentId: 'x', service: 'api', commitSha: at(world.shas, 2), ...fields })
const show = () => getDeployment(organizationId(), 'x')
const numbers = async () => (await show()).pullRequests.map(({ number }) => number)
const correct = async (fields: CorrectedFields) =>
  correctDeployment(operatorOf(organizationId()), (await show()).id, fields, 'a typo in the pipeline')
const sent = async () => loadSent(organizationId(), (await show()).id)

describe('the environment of a deployment', () => {
  it('that is set right makes it production, with its pull requests', async () => {
    await run({ environment: 'prod' })
    expect(await show()).toMatchObject({ production: false, linkedPRs: 0 })
    await correct({ environment: ' Production ' })
    expect(await show()).toMatchObject({
      environment: 'Production',
      environmentCorrection: 'Production',
      production: true,
    })
    expect(await numbers()).toEqual([3])
    expect(await sent()).toEqual({ service: 'api', environment: 'prod' })
    await correct({ environment: null })
    expect(await show()).toMatchObject({
      environment: 'prod',
      environmentCorrection: null,
      production: false,
      linkedPRs: 0,
    })
  })

  it('stays right whatever is sent later, in or out of order, and is linked as it is', async () => {
    await run({ environment: 'prod', status: 'in_progress', completedAt: undefined })
    await correct({ environment: 'production' })
    expect((await run({ environment: 'prod' })).answer.linkedPRs).toBe(1)
    expect(await show()).toMatchObject({ environment: 'production', production: true, status: 'success' })
    const late = { environment: 'prod', status: 'pending', startedAt: '2026-03-02T09:00:00Z', completedAt: undefined }
    expect((await run(late)).answer.linkedPRs).toBe(1)
    expect(await show()).toMatchObject({ environment: 'production', production: true, status: 'success' })
    expect((await show()).timeline.map(({ environment }) => environment)).toEqual(['prod', 'prod', 'prod'])
  })

  it('that is no production any more takes the pull requests back', async () => {
    await run()
    await correct({ environment: 'staging' })
    expect(await show()).toMatchObject({ production: false, linkedPRs: 0 })
    expect((await run()).answer.linkedPRs).toBe(0)
    expect(await show()).toMatchObject({ environment: 'staging', production: false })
  })

  it('follows other production names', async () => {
    await run()
    await correct({ environment: 'live' })
    await (await setProductionNames(operatorOf(organizationId()), ['live'])).linked
    expect(await show()).toMatchObject({ production: true, linkedPRs: 1 })
    expect((await run()).answer.linkedPRs).toBe(1)
    await correct({ environment: null })
    expect(await show()).toMatchObject({ environment: 'production', production: false, linkedPRs: 0 })
  })
})

describe('other production names', () => {
  it('that are set at the same moment hold for what is corrected', async () => {
    await run()
    for (let round = 0; round < 6; round += 1) {
      const [environment, names] = round % 2 === 0 ? ['live', ['live']] : ['production', ['eu']]
      const setNames = async () => (await setProductionNames(operatorOf(organizationId()), names)).linked
      await Promise.all([correct({ environment }), setNames()])
      const production = round % 2 === 0
      expect(await show()).toMatchObject({ environment, production, linkedPRs: production ? 1 : 0 })
      await (await setProductionNames(operatorOf(organizationId()), ['production'])).linked
    }
  })
})

describe('the service of a deployment', () => {
  it('that is set right means another repository', async () => {
    const fork = await createRepository(organizationId(), 'acme/fork')
    const shas = await createHistory(fork, 2)
    await run({ commitSha: at(shas, 1).slice(0, 6) })
    expect(await show()).toMatchObject({ repository: null, linkedPRs: 0 })
    await correct({ service: 'fork' })
    expect(await show()).toMatchObject({ service: 'fork', repository: 'acme/fork', linkedPRs: 1 })
    expect(await sent()).toEqual({ service: 'api', environment: 'production' })
  })

  it('is given to one that was sent without, and stays when another is sent', async () => {
    await run({ service: undefined })
    await correct({ service: 'api' })
    await run({ service: 'web' })
    expect(await show()).toMatchObject({ service: 'api', serviceCorrection: 'api' })
    await correct({ service: null })
    expect(await show()).toMatchObject({ service: 'web', serviceCorrection: null })
  })
})

describe('a correction', () => {
  it('is in the audit log with what it changed', async () => {
    await run({ environment: 'prod' })
    await correct({ service: 'web', environment: 'production' })
    const { rows: entries } = await listAudit(organizationId(), { action: 'deployment.corrected' }, null, 5)
    expect(entries.map(auditText)).toEqual([
      'corrected deployment x, service from api to web, environment from prod to production: a typo in the pipeline',
    ])
    expect(entries[0]?.actor).toBe('command line')
  })

  it.each([
    [{}, 'Nothing would change'],
    [{ service: 'api', environment: 'production' }, 'Nothing would change'],
    [{ service: null }, 'Nothing would change'],
    [{ service: ' ' }, 'Enter a service'],
    [{ environment: 'x'.repeat(1_025) }, 'at most 1,024 characters'],
    [{ environment: 'a\0b' }, 'cannot be shown'],
  ])('that says nothing new or nothing at all is refused: %j', async (fields, message) => {
    await run()
    await expect(correct(fields)).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(message) })
    expect((await listAudit(organizationId(), { action: 'deployment.corrected' }, null, 5)).rows).toEqual([])
  })

  it('in another organization finds nothing', async () => {
    await run()
    const { id } = await show()
    const other = (await createTenant()).organization.id
    const refused = { code: 'not_found', message: 'No deployment with this id' }
    await expect(correctDeployment(operatorOf(other), id, { service: 'web' }, 'mine')).rejects.toMatchObject(refused)
    expect(await loadSent(other, id)).toBeNull()
    expect(await show()).toMatchObject({ service: 'api' })
  })
})
