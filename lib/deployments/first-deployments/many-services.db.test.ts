import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { findContained } from './find-contained'
import { refreshFirstDeployments } from './refresh'
import { maxFirsts, storeFirsts } from './store-firsts'

type World = Awaited<ReturnType<typeof tenantWithHistory>>

/** Successes of `count` services, one a minute, of the commits in turn. */
async function deployServices({ repository, shas }: World, count: number): Promise<void> {
  await db().people.query(
    `INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, resolved_sha, generation,
       environment, production, status, started_at, completed_at, service, instant, progress)
     SELECT $1, $2, 'run-' || n, c.sha, c.sha, c.generation, 'production', true, 'success', ended, ended,
       'service-' || n, ended, 3
     FROM generate_series(1, $3::int) AS n, LATERAL (SELECT timestamptz '2026-03-02' + make_interval(mins => n)) at (ended),
       commits c
     WHERE c.organization_id = $1 AND c.sha = ($4::text[])[(n - 1) % cardinality($4::text[]) + 1]`,
    [repository.organizationId, repository.id, count, shas],
  )
}

/** How many pull requests were live before, by service. */
async function liveBefore({ repository }: World): Promise<Record<string, number>> {
  const where = { repositoryId: repository.id }
  const rows = await db().prisma.liveBefore.groupBy({ by: ['serviceKey'], where, _count: true })
  return Object.fromEntries(rows.map(({ serviceKey, _count }) => [serviceKey, _count]))
}

it('of very many services, the first deployments of the earliest are looked at, and a later service marks nothing', async () => {
  const world = await tenantWithHistory(2)
  const { id: repositoryId, organizationId } = world.repository
  await deployServices(world, maxFirsts + 3)
  await refreshFirstDeployments(organizationId)
  const expected = Array.from({ length: maxFirsts }, (_, index) => [`service-${index + 1}`, (index % 2) + 1])
  expect(await liveBefore(world)).toEqual(Object.fromEntries(expected))
  expect(await db().prisma.firstDeployment.count({ where: { repositoryId } })).toBe(maxFirsts + 3)
  expect(await db().prisma.staleFirstDeployments.count({ where: { repositoryId } })).toBe(0)
  await db().prisma.deployment.updateMany({
    where: { repositoryId, service: 'service-1' },
    data: { status: 'failure' },
  })
  await refreshFirstDeployments(organizationId)
  const after = await liveBefore(world)
  expect([after['service-1'], after[`service-${maxFirsts + 1}`], after[`service-${maxFirsts + 2}`]]).toEqual([
    undefined,
    1,
    undefined,
  ])
})

it('of very many services, only those are written whose first deployment is another one than before', async () => {
  const world = await tenantWithHistory(2)
  const { id: repositoryId, organizationId } = world.repository
  await deployServices(world, 20)
  const refresh = async () => {
    await db().people.query('INSERT INTO stale_first_deployments (organization_id, repository_id) VALUES ($1, $2)', [
      organizationId,
      repositoryId,
    ])
    await refreshFirstDeployments(organizationId)
  }
  const versions = async () => {
    const { rows } = await db().people.query<{ service: string; version: string }>(
      `SELECT service_key AS service, concat_ws(' ', ctid, xmin, xmax) AS version FROM first_deployments
       WHERE repository_id = $1`,
      [repositoryId],
    )
    return new Map(rows.map(({ service, version }) => [service, version]))
  }
  await refresh()
  const before = await versions()
  const written = async () =>
    [...(await versions())].flatMap(([service, to]) => (before.get(service) === to ? [] : service))
  await refresh()
  expect(await written()).toEqual([])
  await db().prisma.deployment.updateMany({
    where: { repositoryId, service: 'service-7' },
    data: { completedAt: new Date('2026-03-01T00:00:00Z') },
  })
  await refresh()
  expect(await written()).toEqual(['service-7'])
})

it('of services whose pull requests are too many together, the earliest are kept, as one alone would be', async () => {
  const world = await tenantWithHistory(4)
  await deployServices(world, 6)
  const repository = { organizationId: world.repository.organizationId, repositoryId: world.repository.id }
  const firsts = await inTransaction(db().people, never, (client) => storeFirsts(client, repository))
  const sizes = async (most?: number) =>
    [...(await findContained(db().people, repository, firsts, { most })).values()].map(({ length }) => length)
  expect(await sizes()).toEqual([1, 2, 3, 4, 1, 2])
  expect(await sizes(13)).toEqual([1, 2, 3, 4, 1, 2])
  expect(await sizes(11)).toEqual([1, 2, 3, 4, 1])
  expect(await sizes(5)).toEqual([1, 2])
})

it('of services with paths, so much is compared for all of them together, and of later ones the files are unknown', async () => {
  const world = await tenantWithHistory(3)
  const repository = { organizationId: world.repository.organizationId, repositoryId: world.repository.id }
  await db().prisma.pullRequest.updateMany({ where: repository, data: { paths: ['web/page.tsx'], pathsKnown: true } })
  const services = Array.from({ length: 3 }, (_, index) => ({ ...repository, nameKey: `service-${index + 1}` }))
  await db().prisma.servicePath.createMany({ data: services.map((service) => ({ ...service, globs: ['api/**'] })) })
  await deployServices(world, 3)
  const firsts = await inTransaction(db().people, never, (client) => storeFirsts(client, repository))
  const sizes = async (compared?: number) =>
    [...(await findContained(db().people, repository, firsts, { compared })).values()].map(({ length }) => length)
  expect(await sizes()).toEqual([0, 0, 0])
  // A path has 12 letters: those of one and two pull requests are compared.
  expect(await sizes(36)).toEqual([0, 0, 3])
})

it('of a commit that merged more pull requests than a call has arguments, all were live before', async () => {
  const world = await tenantWithHistory(2)
  const { id, organizationId } = world.repository
  await db().people.query(
    `INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, state, merged_at, merge_commit_sha)
     SELECT $1, $2, 100 + n, 'Change', 'main', 'merged', '2026-03-01T12:00:00Z', $3 FROM generate_series(1, 140000) AS n`,
    [organizationId, id, at(world.shas, 1)],
  )
  await deployServices(world, 2)
  await refreshFirstDeployments(organizationId)
  expect(await liveBefore(world)).toEqual({ 'service-1': 1, 'service-2': 140_002 })
})

it('where storing fails between two services, those before are kept, and the next run does all', async () => {
  const world = await tenantWithHistory(3)
  const { id: repositoryId, organizationId } = world.repository
  await deployServices(world, 3)
  await db().people.query(`
    CREATE FUNCTION refuse_second() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refused BEFORE INSERT ON live_before FOR EACH ROW
      WHEN (NEW.repository_id = ${repositoryId} AND NEW.service_key = 'service-2') EXECUTE FUNCTION refuse_second()`)
  await expect(refreshFirstDeployments(organizationId)).rejects.toThrow('refused')
  await db().people.query('DROP FUNCTION refuse_second CASCADE')
  expect(await liveBefore(world)).toEqual({ 'service-1': 1 })
  expect(await db().prisma.staleFirstDeployments.count({ where: { repositoryId } })).toBeGreaterThan(0)
  await refreshFirstDeployments(organizationId)
  expect(await liveBefore(world)).toEqual({ 'service-1': 1, 'service-2': 2, 'service-3': 3 })
})
