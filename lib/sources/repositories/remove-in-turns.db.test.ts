import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import type { InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import { requestLink } from '@/lib/deployments/linking/linker'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { removeRepository } from './remove'

/** Most of them failed: they have nothing to be linked to. */
const addDeployments = (organizationId: number, repositoryId: number, count: number) =>
  db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, resolved_sha, repository_id, environment, production,
       status, started_at, completed_at, instant, progress, generation)
     SELECT $1, n::text, repeat('a', 40), repeat('a', 40), $2, 'production', true,
       (CASE n % 100 WHEN 0 THEN 'success' ELSE 'failure' END)::deployment_status, at, at, at, 2, 1
     FROM generate_series(1, $3::int) n, LATERAL (SELECT timestamptz '2026-03-01' - n * interval '1 minute' AS at) t`,
    [organizationId, repositoryId, count],
  )

const letGo = (organizationId: number) =>
  db().prisma.deployment.findMany({ where: { organizationId, repositoryId: null }, orderBy: { completedAt: 'asc' } })

const marksOf = (organizationId: number) => db().prisma.pendingLink.findMany({ where: { organizationId } })

it('deployments are let go of a thousand at a time, the earliest first, each in a turn of its own', async () => {
  const { organization } = await createTenant()
  const { id } = await createRepository(organization.id, 'acme/api')
  await addDeployments(organization.id, id, 2_500)
  const seen: { count: number; last: string | undefined; marks: number; due: number }[] = []
  const inTurn: InTurn = async (work) => {
    const gone = await letGo(organization.id)
    const marks = await marksOf(organization.id)
    const due = marks.filter(({ notBefore }) => notBefore <= new Date()).length
    seen.push({ count: gone.length, last: gone.at(-1)?.externalId, marks: marks.length, due })
    return work()
  }
  const { relinked } = await removeRepository(operatorOf(organization.id), id, 'acme/api', inTurn)
  const inAMinute = new Date(Date.now() + 60_000)
  expect((await marksOf(organization.id)).filter(({ notBefore }) => notBefore > inAMinute)).toEqual([])
  await relinked
  expect(seen).toEqual([
    ...Array(3).fill({ count: 0, last: undefined, marks: 0, due: 0 }),
    { count: 1_000, last: '1501', marks: 10, due: 0 },
    { count: 2_000, last: '501', marks: 20, due: 0 },
    ...Array(2).fill({ count: 2_500, last: '1', marks: 25, due: 0 }),
  ])
  const gone = await letGo(organization.id)
  expect(gone).toHaveLength(2_500)
  const reasons = gone.flatMap(({ status, unlinkedReason }) => (status === 'success' ? unlinkedReason : []))
  expect(reasons).toEqual(Array(25).fill('no repository imported'))
  expect(await marksOf(organization.id)).toEqual([])
})

/** An organization with two deployments of a repository, and what is stored of their links. */
async function linked() {
  const { tenant, repository, shas } = await tenantWithHistory(6)
  const organizationId = tenant.organization.id
  for (const index of [2, 4])
    await deploy(tenant, { commitSha: at(shas, index), previousCommitSha: at(shas, index - 2) })
  await linkAllDue()
  const read = async () => ({
    links: await db().prisma.deploymentPullRequest.findMany({ where: { organizationId }, omit: { createdAt: true } }),
    deliveries: await db().prisma.delivery.findMany({ where: { organizationId } }),
    deployments: await db().prisma.deployment.findMany({
      where: { organizationId },
      select: { id: true, repositoryId: true, baseSha: true, unlinkedReason: true },
      orderBy: { id: 'asc' },
    }),
  })
  const remove = (inTurn?: InTurn) => removeRepository(operatorOf(organizationId), repository.id, 'acme/api', inTurn)
  return { organizationId, read, remove }
}

/** Fails, or does something else first, in a turn. */
const before = (turn: number, act: () => Promise<unknown>): InTurn => {
  let begun = 0
  return async (work) => {
    begun += 1
    if (begun === turn) await act()
    return work()
  }
}

const lastTurn = 4

const crash = before.bind(null, lastTurn, async () => {
  throw new Error('killed')
})

it('a removal that is interrupted is undone by linking, or finished by the next attempt', async () => {
  const { organizationId, read, remove } = await linked()
  const whole = await read()
  expect(whole.links.length).toBeGreaterThan(0)
  await expect(remove(crash())).rejects.toThrow('killed')
  expect(await letGo(organizationId)).toHaveLength(2)
  await db().prisma.pendingLink.updateMany({ where: { organizationId }, data: { notBefore: new Date() } })
  await linkAllDue()
  expect(await read()).toEqual(whole)
  await expect(remove(crash())).rejects.toThrow('killed')
  await (await remove()).relinked
  const gone = { repositoryId: null, baseSha: null, unlinkedReason: 'no repository imported' }
  const deployments = whole.deployments.map(({ id }) => ({ id, ...gone }))
  expect(await read()).toEqual({ links: [], deliveries: [], deployments })
  expect(await marksOf(organizationId)).toEqual([])
})

it('a removal that is refused in the end takes nothing away', async () => {
  const { organizationId, read, remove } = await linked()
  const whole = await read()
  const rename = before(lastTurn, async () => {
    await db().prisma.repository.updateMany({
      where: { organizationId },
      data: { fullName: 'acme/other', fullNameKey: 'acme/other' },
    })
  })
  await expect(remove(rename)).rejects.toThrow('Nothing was removed')
  await linkAllDue()
  expect(await read()).toEqual(whole)
})

it('what is linked to it again meanwhile is let go of in the last step', async () => {
  const { organizationId, read, remove } = await linked()
  const [first] = (await read()).deployments
  const again = before(lastTurn, async () => {
    await requestLink({ organizationId, id: first?.id ? Number(first.id) : 0 })
    expect(await letGo(organizationId)).toHaveLength(1)
  })
  await (await remove(again)).relinked
  expect(await read()).toMatchObject({ links: [], deliveries: [] })
  const reasons = (await letGo(organizationId)).map(({ unlinkedReason }) => unlinkedReason)
  expect(reasons).toEqual(['no repository imported', 'no repository imported'])
})
