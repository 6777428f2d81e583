import { describe, expect, it } from 'vitest'
import { findNeighbours } from '@/lib/deployments/find-neighbours'
import { getDeploymentById } from '@/lib/deployments/get'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

describe('one deployment', () => {
  it('is found by the id of its record, with repository and lead time of each pull request', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const { shown } = await deploy(tenant, { service: 'api', commitSha: at(shas, 1) })
    const found = await getDeploymentById(tenant.organization.id, shown.id)
    expect(found).toEqual(shown)
    expect(found.pullRequests).toMatchObject([{ repository: 'acme/api', number: 2, carriedFrom: null }])
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53, 4_000_000_000])('is unknown as %d', async (id) => {
    const { organization } = await createTenant()
    await expect(getDeploymentById(organization.id, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it("of another organization looks unknown, and is nobody else's neighbour", async () => {
    const [one, other] = [await createTenant(), await createTenant()]
    const { shown } = await deploy(one, {})
    await expect(getDeploymentById(other.organization.id, shown.id)).rejects.toMatchObject({ code: 'not_found' })
    const { shown: theirs } = await deploy(other, { startedAt: '2026-03-02T09:00:00Z' })
    expect(await findNeighbours(other.organization.id, theirs)).toEqual({ previous: null, next: null })
  })

  it('tells what each event changed, and with which key it came', async () => {
    const tenant = await createTenant()
    const { deploymentId } = deploymentBody()
    const post = (fields: Record<string, unknown>) =>
      postEvent(tenant.token, deploymentBody({ deploymentId, ...fields }))
    await post({ status: 'pending', completedAt: null })
    const { body } = await post({ status: 'success' })
    await post({ status: 'in_progress', completedAt: null })
    const id = (body as { deploymentId: number }).deploymentId
    const { status, timeline } = await getDeploymentById(tenant.organization.id, id)
    expect(status).toBe('success')
    expect(timeline.map((event) => [event.status, event.changed.includes('status')])).toEqual([
      ['pending', true],
      ['success', true],
      ['in_progress', false],
    ])
    expect(timeline.every(({ key }) => key?.display.endsWith(tenant.token.slice(-4)))).toBe(true)
  })

  it('names the rolled-back deployment that a pull request was taken over from', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const first = { service: 'api', deploymentId: 'first', commitSha: at(shas, 1) }
    await deploy(tenant, first)
    await deploy(tenant, {
      service: 'api',
      commitSha: at(shas, 2),
      previousCommitSha: at(shas, 1),
      startedAt: '2026-03-02T11:00:00Z',
      completedAt: '2026-03-02T11:05:00Z',
      deploymentId: 'second',
    })
    const { shown } = await deploy(tenant, { ...first, status: 'rolled_back', completedAt: '2026-03-02T10:30:00Z' })
    expect(shown.reason).toBe('rolled back')
    const { shown: second } = await deploy(tenant, {
      service: 'api',
      commitSha: at(shas, 2),
      previousCommitSha: at(shas, 1),
      startedAt: '2026-03-02T11:00:00Z',
      completedAt: '2026-03-02T11:05:00Z',
      deploymentId: 'second',
    })
    expect(second.pullRequests.map(({ number, carriedFrom }) => [number, carriedFrom?.deploymentId])).toEqual([
      [2, 'first'],
      [3, undefined],
    ])
  })
})

describe('neighbours', () => {
  it('are the nearest of the same service and environment, by start and then by record', async () => {
    const tenant = await createTenant()
    const place = { service: 'api', environment: 'staging' }
    const startedAt = '2026-03-02T10:00:00Z'
    const same: { id: number; startedAt: Date; service: string | null; environment: string }[] = []
    for (let index = 0; index < 3; index += 1) same.push((await deploy(tenant, { ...place, startedAt })).shown)
    await deploy(tenant, { ...place, environment: 'production', startedAt })
    await deploy(tenant, { ...place, service: 'web', startedAt })
    const later = (await deploy(tenant, { ...place, startedAt: '2026-03-02T10:01:00Z' })).shown
    const around = async (deployment: (typeof same)[number] | undefined) => {
      const { previous, next } = await findNeighbours(tenant.organization.id, deployment ?? later)
      return [previous?.id, next?.id]
    }
    const [first, second, third] = same
    expect(await around(first)).toEqual([undefined, second?.id])
    expect(await around(second)).toEqual([first?.id, third?.id])
    expect(await around(third)).toEqual([second?.id, later.id])
    expect(await around(later)).toEqual([third?.id, undefined])
  })

  it('of a deployment without a service are those without one', async () => {
    const tenant = await createTenant()
    const { shown: first } = await deploy(tenant, { startedAt: '2026-03-02T09:00:00Z' })
    await deploy(tenant, { service: 'api', startedAt: '2026-03-02T09:30:00Z' })
    const { shown: second } = await deploy(tenant, {})
    const { previous, next } = await findNeighbours(tenant.organization.id, second)
    expect([previous?.deploymentId, next]).toEqual([first.deploymentId, null])
  })
})
