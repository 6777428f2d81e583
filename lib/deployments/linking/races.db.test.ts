import { describe, expect, it, onTestFinished } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { inTransaction, never, withConnection } from '@/lib/db/transaction'
import { correctDeployment } from '@/lib/deployments/correct'
import { getDeployment } from '@/lib/deployments/get'
import { linkStored } from '@/lib/deployments/linking/link-stored'
import { requestLink } from '@/lib/deployments/linking/linker'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { createdDeployment } from '@/lib/deployments/linking/look-ahead'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { linkPending, markForRelinking, relinkRepository, spreadLeftovers } from '@/lib/deployments/linking/relink'
import { findCreated } from '@/lib/deployments/linking/settle-unlinked'
import { spreadChanges } from '@/lib/deployments/linking/spread-changes'
import { applyProductionNames } from '@/lib/deployments/production-names/apply-production-names'
import { recordAndLink } from '@/lib/deployments/record'
import { restoreDeployment } from '@/lib/deployments/restore'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeBehind, storeEvent } from '@/lib/deployments/store-event'
import { voidDeployment } from '@/lib/deployments/void'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import {
  createPullRequest,
  createRepository,
  deploymentBody,
  keyOf,
  randomSha,
  type Tenant,
} from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'

const numbersOf = async ({ organization }: Tenant, id: string) =>
  (await getDeployment(organization.id, id)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)

async function historyWithoutLastPullRequest() {
  const { tenant, repository, shas } = await tenantWithHistory(3)
  await db().prisma.pullRequest.deleteMany({ where: { repositoryId: repository.id, number: 3 } })
  return { tenant, repository, shas, change: [{ sha: at(shas, 2), merges: true }] }
}

it('a pull request that is stored while an event is on its way is linked', async () => {
  const { tenant, repository, shas, change } = await historyWithoutLastPullRequest()
  const sender = await findSender(tenant.organization.id)
  const body = deploymentBody({ commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const relinked = await inTransaction(db().ingest, never, async (client) => {
    await recordAndLink(client, sender, parseDeploymentEvent(body, new Date()))
    await createPullRequest(repository, { number: 3, mergeCommitSha: at(shas, 2) })
    await noteLinkChanges(db().people, keyOf(repository), change)
    return { run: relinkRepository(tenant.organization.id, repository.id) }
  })
  expect(await relinked.run).toBe(1)
  expect(await numbersOf(tenant, String(body.deploymentId))).toEqual([2, 3])
})

it('marking keeps no connection while linking holds the repository, and a worker marks later', async () => {
  const { tenant, repository, shas, change } = await historyWithoutLastPullRequest()
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await createPullRequest(repository, { number: 3, mergeCommitSha: at(shas, 2) })
  await noteLinkChanges(db().people, keyOf(repository), change)
  await inTransaction(db().linking, never, async (holder) => {
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
    await markForRelinking(tenant.organization.id, repository.id)
  })
  await spreadLeftovers()
  await linkPending(tenant.organization.id)
  expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
})

it('a change on top of one that is just being spread is not lost', async () => {
  const { tenant, repository, shas, change } = await historyWithoutLastPullRequest()
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await noteLinkChanges(db().people, keyOf(repository), change)
  const relinked = await inTransaction(db().ingest, never, async (client) => {
    await client.query(
      `INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, merged_at, merge_commit_sha)
       VALUES ($1, $2, 3, 'Late', 'main', now(), $3)`,
      [tenant.organization.id, repository.id, at(shas, 2)],
    )
    await noteLinkChanges(client, keyOf(repository), change)
    return { run: relinkRepository(tenant.organization.id, repository.id) }
  })
  await relinked.run
  await relinkRepository(tenant.organization.id, repository.id)
  expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
})

it('a deployment whose holder gave up is linked after all', async () => {
  const { tenant, shas } = await tenantWithHistory(6)
  const done = (hour: number) => ({ completedAt: `2026-03-02T${hour}:05:00Z` })
  await deploy(tenant, { service: 'api', commitSha: at(shas, 0), ...done(10) })
  const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 5), ...done(14) })
  const givesUp = inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM deployments WHERE id = $1 FOR NO KEY UPDATE', [last.shown.id])
    await deploy(tenant, { service: 'api', commitSha: at(shas, 3), ...done(12) })
    throw new Error('given up')
  })
  await expect(givesUp).rejects.toThrow('given up')
  expect(await numbersOf(tenant, last.shown.deploymentId)).toEqual([2, 3, 4, 5, 6])
  await linkAllDue()
  expect(await numbersOf(tenant, last.shown.deploymentId)).toEqual([5, 6])
})

describe('a commit that becomes known', () => {
  const newBody = (fields: Record<string, unknown>) => parseDeploymentEvent(deploymentBody(fields), new Date())
  const linkAll = async () => {
    await spreadLeftovers()
    await linkAllDue()
  }

  /** A history without its second commit and pull request, and what stores them. */
  async function historyWithGap() {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    const organizationId = tenant.organization.id
    const sha = at(shas, 1)
    const { prisma, people } = db()
    const data = await prisma.commit.findFirstOrThrow({ where: { organizationId, sha } })
    await prisma.commit.deleteMany({ where: { organizationId, sha } })
    await prisma.pullRequest.deleteMany({ where: { organizationId, number: 2 } })
    const fill = async () => {
      await prisma.commit.create({ data })
      await createPullRequest(repository, { number: 2, mergeCommitSha: sha })
      await noteLinkChanges(people, keyOf(repository), [{ sha, merges: true }])
    }
    return { tenant, organizationId, repository, shas, fill, sender: await findSender(organizationId) }
  }

  it('while an event waits to be linked is in its links', async () => {
    const { tenant, organizationId, shas, fill, sender } = await historyWithGap()
    const event = newBody({ commitSha: at(shas, 4), previousCommitSha: at(shas, 1) })
    const stored = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, event))
    const [found = null] = await findCreated(db().people, sender, [stored])
    await fill()
    await spreadLeftovers()
    await requestLink({ organizationId, id: stored.id, created: createdDeployment(stored, found) })
    expect(await numbersOf(tenant, event.deploymentId)).toEqual([3, 4, 5])
  })

  it('while linking waits for the repository is in its links', async () => {
    const { tenant, organizationId, repository, shas, fill, sender } = await historyWithGap()
    const event = newBody({ commitSha: at(shas, 4), previousCommitSha: at(shas, 1) })
    const { id } = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, event))
    const linking = await inTransaction(db().linking, never, async (holder) => {
      await holder.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
      const run = inTransaction(db().people, never, (client) => linkStored(client, { organizationId, id }))
      await lockWaits(1)
      await fill()
      await spreadChanges(holder, { organizationId, repositoryId: repository.id })
      return { run }
    })
    await linking.run
    expect(await numbersOf(tenant, event.deploymentId)).toEqual([3, 4, 5])
  })

  it('while an event that was stored in the timeline alone is linked is found after', async () => {
    const { tenant, organizationId, shas, fill, sender } = await historyWithGap()
    const began = newBody({ commitSha: at(shas, 3), status: 'in_progress', completedAt: null })
    const ended = newBody({ deploymentId: began.deploymentId, commitSha: at(shas, 1) })
    const { id } = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, began))
    await inTransaction(db().ingest, never, (client) => storeBehind(client, sender, ended))
    await inTransaction(db().people, never, async (client) => {
      await linkStored(client, { organizationId, id })
      await fill()
      await spreadLeftovers()
    })
    await linkAll()
    expect(await numbersOf(tenant, began.deploymentId)).toEqual([2])
  })

  it('while a deployment is restored is found after', async () => {
    const { tenant, organizationId, shas, fill } = await historyWithGap()
    const { shown } = await deploy(tenant, { commitSha: at(shas, 1) })
    await voidDeployment(operatorOf(organizationId), shown.id, 'a test')
    const restored = await inTransaction(db().linking, never, async (holder) => {
      await holder.query('LOCK TABLE audit_entries IN EXCLUSIVE MODE')
      const run = restoreDeployment(operatorOf(organizationId), shown.id, 'no test')
      await lockWaits(1)
      await fill()
      await spreadLeftovers()
      return { run }
    })
    await restored.run
    await linkAll()
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2])
  })

  it('while an environment becomes production is found after', async () => {
    const { tenant, organizationId, repository, shas, fill } = await historyWithGap()
    const { shown } = await deploy(tenant, { commitSha: at(shas, 1), environment: 'live' })
    const productionNames = ['live']
    await db().prisma.organization.update({ where: { id: organizationId }, data: { productionNames } })
    await db().people.query(
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
         PERFORM pg_advisory_xact_lock(${repository.id}); RETURN NEW;
       END';
       CREATE CONSTRAINT TRIGGER wait AFTER UPDATE ON deployments DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW WHEN (NEW.id = ${shown.id}) EXECUTE FUNCTION wait()`,
    )
    onTestFinished(async () => {
      await db().people.query('DROP FUNCTION wait CASCADE')
    })
    const applied = await inTransaction(db().linking, never, async (holder) => {
      await holder.query('SELECT pg_advisory_xact_lock($1::bigint)', [repository.id])
      const run = applyProductionNames(organizationId)
      await lockWaits(1)
      await fill()
      await spreadLeftovers()
      return { run }
    })
    await applied.run
    await linkAll()
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2])
  })
})

describe('a deployment whose commit is in another repository by the time that its own is free', () => {
  /** Links it while its commit moves on so often, each time while the repository where it was found is waited for. */
  async function linkWhileMoving(moves: number) {
    const { tenant, repository, shas } = await tenantWithHistory(1)
    const organizationId = tenant.organization.id
    await db().prisma.pullRequest.deleteMany({ where: { organizationId } })
    const repositories = [repository]
    for (const name of ['acme/b', 'acme/c', 'acme/d']) repositories.push(await createRepository(organizationId, name))
    const event = parseDeploymentEvent(
      deploymentBody({ commitSha: at(shas, 0), previousCommitSha: randomSha() }),
      new Date(),
    )
    const sender = await findSender(organizationId)
    const { id } = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, event))
    const { linking } = await withConnection(db().people, never, async (holder) => {
      for (const { id } of repositories) await holder.query('SELECT pg_advisory_lock($1, $2)', [lockNamespace, id])
      const linking = inTransaction(db().people, never, (client) => linkStored(client, { organizationId, id }))
      linking.catch(() => undefined)
      for (const { id } of repositories.slice(0, moves)) {
        await lockWaits(1)
        const next = repositories[repositories.findIndex((one) => one.id === id) + 1]
        await holder.query('UPDATE commits SET repository_id = $2 WHERE repository_id = $1', [id, next?.id])
        await holder.query('SELECT pg_advisory_unlock($1, $2)', [lockNamespace, id])
      }
      await holder.query('SELECT pg_advisory_unlock_all()')
      return { linking }
    })
    const show = async () => {
      const { repository, linking } = await getDeployment(organizationId, event.deploymentId)
      return { repository, linking }
    }
    return { linking, show }
  }

  it('is linked there', async () => {
    const { linking, show } = await linkWhileMoving(2)
    await linking
    expect(await show()).toEqual({ repository: 'acme/c', linking: false })
  })

  it('is put off when that goes on, and linked by the worker', async () => {
    const { linking, show } = await linkWhileMoving(3)
    await expect(linking).rejects.toMatchObject({ code: 'unavailable' })
    expect(await show()).toEqual({ repository: null, linking: true })
    await linkAllDue()
    expect(await show()).toEqual({ repository: 'acme/d', linking: false })
  })
})

it('callers at once link each deployment once', async () => {
  const { tenant, shas } = await tenantWithHistory(3)
  const organizationId = tenant.organization.id
  for (let n = 0; n < 5; n += 1) await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await db().people.query(
    'INSERT INTO pending_links (deployment_id, organization_id) SELECT id, $1 FROM deployments WHERE organization_id = $1',
    [organizationId],
  )
  let links = 0
  await Promise.all([1, 2, 3, 4].map(() => linkPending(organizationId, () => (links += 1))))
  expect(links).toBe(5)
})

describe('a deployment that a person corrects before it is linked', () => {
  async function storedOnly({ organization }: Tenant, fields: Record<string, unknown>) {
    const sender = await findSender(organization.id)
    const event = parseDeploymentEvent(deploymentBody(fields), new Date())
    const stored = await inTransaction(db().ingest, never, (client) => storeEvent(client, sender, event))
    const [found = null] = await findCreated(db().people, sender, [stored])
    const created = createdDeployment(stored, found)
    return {
      event,
      id: stored.id,
      link: () => requestLink({ organizationId: organization.id, id: stored.id, created }),
    }
  }
  const done = (hour: number) => ({ completedAt: `2026-03-02T${hour}:05:00Z` })

  it('ships what it does for the service that it has then', async () => {
    const { tenant, shas } = await tenantWithHistory(8)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 2), ...done(10) })
    await deploy(tenant, { service: 'other', commitSha: at(shas, 5), ...done(11) })
    const { event, id, link } = await storedOnly(tenant, { service: 'api', commitSha: at(shas, 7), ...done(12) })
    await correctDeployment(operatorOf(tenant.organization.id), id, { service: 'other' }, 'a test')
    await link()
    expect(await numbersOf(tenant, event.deploymentId)).toEqual([7, 8])
  })

  it('ships nothing when it is voided, and others that come with it are linked', async () => {
    const { tenant, shas } = await tenantWithHistory(8)
    const fields = { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 1) }
    const [voided, other] = [await storedOnly(tenant, fields), await storedOnly(tenant, fields)]
    await voidDeployment(operatorOf(tenant.organization.id), voided.id, 'a test')
    await Promise.all([voided.link(), other.link()])
    expect(await numbersOf(tenant, voided.event.deploymentId)).toEqual([])
    expect(await numbersOf(tenant, other.event.deploymentId)).toEqual([3])
  })
})
