import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { isRepositoryName } from '@/lib/deployments/linking/is-repository-name'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createRepository, createTenant } from '@/lib/testing/factories'
import { addAlias, setAliases } from './set-aliases'
import { setServicePaths } from './set-service-paths'

const auditOf = (organizationId: number) =>
  db().prisma.auditEntry.findMany({ where: { organizationId }, orderBy: { id: 'asc' }, omit: { id: true, at: true } })

describe('aliases', () => {
  it('are stored in lower case, once each, without the names it has anyway', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/API')
    const names = [' Core ', 'core', '', 'api', 'ACME/api', 'billing']
    const { aliases, relinked } = await setAliases(operatorOf(organization.id), id, names)
    expect(aliases).toEqual(['billing', 'core'])
    expect(await relinked).toBe(0)
  })

  it('link past deployments that were sent under them, and unlink them when they go', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(6)
    const { id: organizationId } = tenant.organization
    const short = { service: 'checkout', commitSha: at(shas, 3).slice(0, 6) }
    const { shown } = await deploy(tenant, { ...short, deploymentId: 'd1' })
    expect(shown.pullRequests).toEqual([])
    expect(await isRepositoryName(organizationId, 'checkout')).toBe(false)

    const added = await addAlias(operatorOf(organizationId), repository.id, 'Checkout')
    expect(await isRepositoryName(organizationId, ' CHECKOUT')).toBe(true)
    expect([added.aliases, await added.relinked]).toEqual([['checkout'], 1])
    const linked = await db().prisma.deploymentPullRequest.findMany({ where: { organizationId } })
    expect(linked).toHaveLength(1)

    expect(await (await setAliases(operatorOf(organizationId), repository.id, [])).relinked).toBe(1)
    expect(await db().prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(0)
  })

  it('mean the services whose names metrics count as theirs, however long', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(6)
    const alias = 'checkout'.padEnd(200, '-')
    await (await addAlias(operatorOf(tenant.organization.id), repository.id, alias)).relinked
    const { shown } = await deploy(tenant, { service: `${alias}green`, commitSha: at(shas, 3).slice(0, 6) })
    expect(shown.pullRequests).toHaveLength(1)
    await expect(addAlias(operatorOf(tenant.organization.id), repository.id, `${alias}-`)).rejects.toThrow(
      'at most 200',
    )
  })

  it('mark their deployments as they are stored, so that a crash leaves them to the next run', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(4)
    const { id: organizationId } = tenant.organization
    const { shown } = await deploy(tenant, { service: 'checkout', commitSha: at(shas, 3).slice(0, 6) })
    const { people, prisma } = db()
    const relinked = await inTransaction(people, never, async (holder) => {
      await holder.query('SELECT FROM deployments WHERE id = $1 FOR NO KEY UPDATE', [shown.id])
      const changed = await setAliases(operatorOf(organizationId), repository.id, ['checkout'])
      const marks = await prisma.pendingLink.findMany({ where: { organizationId } })
      expect(marks).toMatchObject([{ deploymentId: BigInt(shown.id), organizationId }])
      return { count: changed.relinked }
    })
    expect(await relinked.count).toBe(1)
  })

  it('mean one repository: names, aliases and services of others are refused', async () => {
    const { organization } = await createTenant()
    const first = await createRepository(organization.id, 'acme/web', ['shop'])
    const second = await createRepository(organization.id, 'acme/api')
    await (await setServicePaths(operatorOf(organization.id), first.id, 'cart', ['cart/**'])).relinked
    const refused = (name: string) => expect(setAliases(operatorOf(organization.id), second.id, ['fine', name])).rejects
    await refused('Web').toMatchObject({ code: 'conflict', message: expect.stringContaining('the name of acme/web') })
    await refused('acme/web').toMatchObject({ code: 'conflict' })
    await refused('shop').toMatchObject({ message: expect.stringContaining('an alias of acme/web') })
    await refused('cart').toMatchObject({ message: expect.stringContaining('a service with paths in acme/web') })
    await refused('x'.repeat(201)).toMatchObject({ code: 'invalid' })
    await refused('a\u0000b').toMatchObject({ code: 'invalid' })
    expect(await db().prisma.repository.findFirst({ where: { id: second.id } })).toMatchObject({ aliases: [] })
  })

  it('set at the same time for two repositories do not overlap', async () => {
    const { organization } = await createTenant()
    const repositories = [await createRepository(organization.id, 'a'), await createRepository(organization.id, 'b')]
    const outcomes = await Promise.allSettled(
      repositories.map(({ id }) => setAliases(operatorOf(organization.id), id, ['shared'])),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('leave a line in the audit log, unless nothing changed', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/api', ['core'])
    const ada = await createMember(organization.id, 'manager')
    await setAliases({ organizationId: organization.id, userId: ada.id }, id, ['CORE'])
    await setAliases({ organizationId: organization.id, userId: ada.id }, id, ['core', 'billing'])
    const lines = (await auditOf(organization.id)).filter(({ action }) => action.startsWith('repository.'))
    expect(lines).toEqual([
      {
        organizationId: organization.id,
        userId: ada.id,
        actor: ada.email,
        action: 'repository.aliases-changed',
        subject: 'acme/api',
        subjectId: String(id),
        details: { added: ['billing'] },
      },
    ])
  })

  it('leave a short line in the audit log, however many and long they are', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/api')
    for (const letter of ['x', 'y']) {
      const names = Array.from({ length: 100 }, (_, index) => `${letter}${100 + index}`.padEnd(200, letter))
      await setAliases(operatorOf(organization.id), id, names)
    }
    const lines = await auditOf(organization.id)
    expect(lines.at(-1)?.details).toMatchObject({ othersAdded: 95, othersRemoved: 95 })
    expect(JSON.stringify(lines.at(-1)).length).toBeLessThan(2_500)
  })

  it('of another organization look like those of an unknown repository', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    const { id } = await createRepository(there.organization.id, 'acme/api')
    const outcome = (repositoryId: number) =>
      expect(setAliases(operatorOf(here.organization.id), repositoryId, ['x'])).rejects
    await outcome(id).toMatchObject({ code: 'not_found' })
    await outcome(2_000_000_000).toMatchObject({ code: 'not_found' })
    expect(await db().prisma.repository.findFirst({ where: { id } })).toMatchObject({ aliases: [] })
  })
})
