import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { holder } from '@/lib/deployments/linking/wake'
import { applyToLateEvents, takeUpProductionNames } from '@/lib/deployments/production-names/apply-production-names'
import { saveProductionNames } from '@/lib/deployments/production-names/save-production-names'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'

const setNames = async (tenant: Tenant, ...names: string[]) =>
  (await setProductionNames(operatorOf(tenant.organization.id), names)).linked

const shipped = async (tenant: Tenant, deploymentId: string) => {
  const { production, pullRequests, reason } = await getDeployment(tenant.organization.id, deploymentId)
  return { production, numbers: pullRequests.map(({ number }) => number), reason }
}

describe('production names', () => {
  it('are stored trimmed and once, in the order given', async () => {
    const tenant = await createTenant()
    await setNames(tenant, ' live ', 'Production', 'LIVE', '')
    expect((await findOrganization(tenant.organization.slug)).productionNames).toEqual(['live', 'Production'])
  })

  it('are two where their keys differ', async () => {
    const tenant = await createTenant()
    await setNames(tenant, 'producción', 'PRODUCCIÓN', 'Producción')
    const { productionNames } = await findOrganization(tenant.organization.slug)
    expect(productionNames).toEqual(['producción', 'PRODUCCIÓN'])
  })

  it.each([
    [[]],
    [['  ']],
    [['x'.repeat(101)]],
    [['pro\nduction']],
    [['\ud800']],
    [Array.from({ length: 21 }, (_, index) => `live-${index}`)],
  ])('are not %j', async (names) => {
    const tenant = await createTenant()
    await expect(setNames(tenant, ...names)).rejects.toMatchObject({ code: 'invalid' })
    expect((await findOrganization(tenant.organization.slug)).productionNames).toEqual(['production'])
  })

  it('need an organization', async () => {
    await expect(setProductionNames(operatorOf(2_000_000_000), ['live'])).rejects.toMatchObject({ code: 'not_found' })
  })

  it('make deployments count that did not, and link them', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), environment: 'Live ' })
    expect(await shipped(tenant, shown.deploymentId)).toMatchObject({ production: false, numbers: [] })
    expect(await setNames(tenant, 'production', 'live')).toBe(1)
    expect(await setNames(tenant, 'production', 'live')).toBe(0)
    expect(await shipped(tenant, shown.deploymentId)).toEqual({ production: true, numbers: [3], reason: null })
  })

  it('take their links from deployments that no longer count', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { shown, numbers } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    expect(numbers).toEqual([2, 3])
    await setNames(tenant, 'live')
    expect(await shipped(tenant, shown.deploymentId)).toEqual({
      production: false,
      numbers: [],
      reason: 'not a production environment',
    })
    await setNames(tenant, 'production')
    expect(await shipped(tenant, shown.deploymentId)).toMatchObject({ production: true, numbers: [2, 3] })
  })

  it('let the worker know of what is to be linked', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(1)
    await deploy(tenant, { commitSha: at(shas, 0), environment: 'live' })
    const marks = () => db().prisma.pendingLink.count({ where: { organizationId: tenant.organization.id } })
    const seen: Promise<number>[] = []
    holder.leadlineLinkWorker = { wake: () => seen.push(marks()), stop: async () => undefined }
    onTestFinished(() => {
      holder.leadlineLinkWorker = undefined
    })
    const { linked } = await inTransaction(db().people, never, async (other) => {
      await other.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
      const linked = setNames(tenant, 'live')
      await expect.poll(() => seen.length).toBeGreaterThan(0)
      expect(await seen[0]).toBe(1)
      return { linked }
    })
    expect(await linked).toBe(1)
  })

  it('leave everything else as it is', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { shown: kept } = await deploy(tenant, { commitSha: at(shas, 1) })
    const { shown: staged } = await deploy(tenant, { commitSha: at(shas, 2), environment: 'staging' })
    const other = await tenantWithHistory(5)
    const { shown: foreign } = await deploy(other.tenant, { commitSha: at(other.shas, 1), environment: 'live' })
    const look = async () => [
      await getDeployment(tenant.organization.id, kept.deploymentId),
      await getDeployment(tenant.organization.id, staged.deploymentId),
      await getDeployment(other.tenant.organization.id, foreign.deploymentId),
    ]
    const before = await look()
    await setNames(tenant, 'production', 'live')
    expect(await look()).toEqual(before)
  })

  it('mark unfinished and failed deployments as well', async () => {
    const tenant = await createTenant()
    const ids = await Promise.all(
      ['pending', 'in_progress', 'failure', 'cancelled'].map(async (status) => {
        const event = deploymentBody({ status, environment: 'live' })
        await postEvent(tenant.token, event)
        return String(event.deploymentId)
      }),
    )
    await setNames(tenant, 'live')
    for (const id of ids) expect((await shipped(tenant, id)).production).toBe(true)
  })

  it('mark more of them than one statement locks', async () => {
    const { organization } = await createTenant()
    const [startedAt, instant] = [new Date('2026-03-02T10:00:00Z'), new Date('2026-03-02T10:00:00Z')]
    await db().prisma.deployment.createMany({
      data: Array.from({ length: 2_001 }, (_, index) => ({
        organizationId: organization.id,
        externalId: `run-${index}`,
        commitSha: 'abcdef0',
        environment: 'live',
        production: false,
        status: 'failure' as const,
        startedAt,
        instant,
        progress: 2,
      })),
    })
    const { linked } = await setProductionNames(operatorOf(organization.id), ['live'])
    expect(await linked).toBe(2_001)
    const where = { organizationId: organization.id, production: false }
    expect(await db().prisma.deployment.count({ where })).toBe(0)
  })

  it('leave nothing to be sorted into the index of texts, which the searches of all organizations read', async () => {
    const tenant = await createTenant()
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at, branch,
        instant, progress)
      SELECT ${tenant.organization.id}, 'run-' || n, repeat('a', 40), 'live', false, 'success', now(),
        (SELECT string_agg(md5(n || ' ' || part), '') FROM generate_series(1, 4) part), now(), 3
      FROM generate_series(1, 200) n`
    await setNames(tenant, 'live')
    const { rows } = await db().people.query<{ pages: number }>(
      "SELECT gin_clean_pending_list('deployments_text_idx')::int AS pages",
    )
    expect(rows).toEqual([{ pages: 0 }])
  })

  it('change as many spellings of an environment with one statement', async () => {
    const tenant = await createTenant()
    const { id } = tenant.organization
    await db().people.query(
      `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
         completed_at, instant, progress)
       SELECT $1, 'run-' || i, 'abcdef0', repeat(' ', i % 50) || 'live' || repeat(' ', i / 50), false, 'success',
         now(), now(), now(), 2
       FROM generate_series(1, 2001) AS i`,
      [id],
    )
    await db().people.query(
      `CREATE TABLE statements (id serial);
       CREATE FUNCTION count_statement() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
         INSERT INTO statements DEFAULT VALUES; RETURN NULL;
       END';
       CREATE TRIGGER counted AFTER UPDATE ON deployments FOR EACH STATEMENT EXECUTE FUNCTION count_statement()`,
    )
    onTestFinished(async () => {
      await db().people.query('DROP FUNCTION count_statement CASCADE; DROP TABLE statements')
    })
    expect(await setNames(tenant, 'LIVE')).toBe(2_001)
    expect(await db().prisma.deployment.count({ where: { organizationId: id, production: false } })).toBe(0)
    expect((await db().people.query('SELECT FROM statements')).rowCount).toBe(3)
  })

  it('reach other deployments while one is held, and that one afterwards', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const { id: organizationId } = tenant.organization
    const { shown: held } = await deploy(tenant, { commitSha: at(shas, 0), environment: 'live' })
    const { shown: free } = await deploy(tenant, { commitSha: at(shas, 1), environment: 'live' })
    const productions = () => db().prisma.deployment.count({ where: { organizationId, production: true } })
    const { linked } = await inTransaction(db().ingest, never, async (other) => {
      await other.query('SELECT FROM deployments WHERE id = $1 FOR UPDATE', [held.id])
      const linked = setNames(tenant, 'live')
      await lockWaits(1)
      expect(await productions()).toBe(1)
      return { linked }
    })
    expect(await linked).toBe(2)
    expect((await shipped(tenant, held.deploymentId)).numbers).toEqual([1])
    expect((await shipped(tenant, free.deploymentId)).numbers).toEqual([2])
  })

  it('are taken up where a process ended before it had applied them', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const { id } = tenant.organization
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), environment: 'live' })
    await setNames(tenant, 'live')
    // As if the process had ended before that.
    await db().prisma.deployment.updateMany({ where: { organizationId: id }, data: { production: false } })
    const pending = () => db().prisma.pendingProductionNames.count({ where: { organizationId: id } })
    await takeUpProductionNames()
    expect(await pending()).toBe(1)
    await db().prisma.pendingProductionNames.updateMany({ data: { setAt: new Date(Date.now() - 60_000) } })
    await takeUpProductionNames()
    expect(await pending()).toBe(0)
    await linkAllDue()
    expect(await shipped(tenant, shown.deploymentId)).toEqual({ production: true, numbers: [3], reason: null })
  })

  it('of one organization that takes long are no reason for those of others to be left', async () => {
    const worlds = [await tenantWithHistory(2), await tenantWithHistory(2)] as const
    for (const { tenant, shas } of worlds) {
      await deploy(tenant, { commitSha: at(shas, 1), environment: 'live' })
      await setNames(tenant, 'live')
    }
    const organizations = worlds.map(({ tenant }) => tenant.organization.id)
    const leave = async (organizationIds: number[]) => {
      const where = { organizationId: { in: organizationIds } }
      await db().prisma.deployment.updateMany({ where, data: { production: false } })
      const setAt = new Date(Date.now() - 60_000)
      await db().prisma.pendingProductionNames.deleteMany({ where })
      await db().prisma.pendingProductionNames.createMany({
        data: organizationIds.map((organizationId) => ({ organizationId, setAt })),
      })
    }
    const left = async () =>
      (await db().prisma.pendingProductionNames.findMany({ where: { organizationId: { in: organizations } } })).map(
        ({ organizationId }) => organizationId,
      )
    const [slow = 0, quick = 0] = organizations
    await leave([slow])
    const rest = await inTransaction(db().ingest, never, async (other) => {
      await other.query('SELECT FROM deployments WHERE organization_id = $1 FOR UPDATE', [slow])
      await takeUpProductionNames(200)
      await leave([quick])
      await takeUpProductionNames()
      return left()
    })
    expect(rest).toEqual([slow])
    await vi.waitFor(async () => expect(await left()).toEqual([]))
  })

  it('reach an event that was on its way when they were set', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { id } = tenant.organization
    const sender = await findSender(id)
    expect(await setNames(tenant, 'live')).toBe(0)
    const late = applyToLateEvents(id)
    const body = deploymentBody({ commitSha: at(shas, 2), environment: 'live' })
    await recordDeployment(sender, parseDeploymentEvent(body, new Date()), databaseBudget())
    expect(await shipped(tenant, String(body.deploymentId))).toMatchObject({ production: false, numbers: [] })
    expect(await late).toBe(1)
    expect(await shipped(tenant, String(body.deploymentId))).toEqual({ production: true, numbers: [3], reason: null })
  })

  it('stay saved when linking again is interrupted, and saving them again finishes it', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { id, slug } = tenant.organization
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), environment: 'live' })
    await db().people.query(
      `ALTER TABLE deployments ADD CONSTRAINT refusal CHECK (id <> ${shown.id} OR NOT production)`,
    )
    expect(await saveProductionNames(operatorOf(id), ['live'], 60_000)).toEqual({ state: 'interrupted' })
    expect((await findOrganization(slug)).productionNames).toEqual(['live'])
    expect(await shipped(tenant, shown.deploymentId)).toMatchObject({ production: false })
    await db().people.query('ALTER TABLE deployments DROP CONSTRAINT refusal')
    expect(await setNames(tenant, 'live')).toBe(1)
    expect(await shipped(tenant, shown.deploymentId)).toMatchObject({ production: true, numbers: [3] })
  })

  it('let a range begin at what was live, as if all had counted from the start', async () => {
    const { tenant, shas } = await tenantWithHistory(9)
    const live = (hour: number) => ({
      environment: 'live',
      startedAt: `2026-03-02T${hour}:00:00Z`,
      completedAt: `2026-03-02T${hour}:30:00Z`,
    })
    const bad = { commitSha: at(shas, 3), previousCommitSha: at(shas, 1), ...live(10), status: 'rolled_back' }
    await deploy(tenant, bad)
    const next = await deploy(tenant, { commitSha: at(shas, 5), previousCommitSha: at(shas, 3), ...live(12) })
    await setNames(tenant, 'live')
    expect((await shipped(tenant, next.shown.deploymentId)).numbers).toEqual([3, 4, 5, 6])
    await setNames(tenant, 'production')
    expect((await shipped(tenant, next.shown.deploymentId)).numbers).toEqual([])
  })

  it('are agreed on when two people set them at once', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), environment: 'live' })
    await Promise.all([setNames(tenant, 'live'), setNames(tenant, 'production'), setNames(tenant, 'live', 'prod')])
    const { productionNames } = await findOrganization(tenant.organization.slug)
    expect((await shipped(tenant, shown.deploymentId)).production).toBe(productionNames.includes('live'))
  })

  it('leave connections to readers while the repositories of many organizations are held', async () => {
    const worlds = []
    for (let n = 0; n < 9; n += 1) {
      const world = await tenantWithHistory(2)
      await deploy(world.tenant, { commitSha: at(world.shas, 1), environment: 'live' })
      worlds.push(world)
    }
    const holding = await db().linking.connect()
    await holding.query('BEGIN')
    const ids = worlds.map(({ repository }) => repository.id)
    await holding.query('SELECT pg_advisory_xact_lock($1, id) FROM unnest($2::int[]) AS id', [lockNamespace, ids])
    const linked = worlds.map(({ tenant }) => setNames(tenant, 'live'))
    await lockWaits(3)
    const again = worlds.map(({ tenant }) => setNames(tenant, 'live'))
    await Promise.all(Array.from({ length: 6 }, () => db().people.query('SELECT')))
    await lockWaits(3)
    await holding.query('ROLLBACK')
    holding.release()
    expect(await Promise.all(linked)).toEqual(ids.map(() => 1))
    expect(await Promise.all(again)).toEqual(ids.map(() => 0))
  })
})
