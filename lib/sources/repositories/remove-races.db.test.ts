import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findSender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import { recordAndLink } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'
import { removeRepository } from './remove'

const stored = (organizationId: number) =>
  db().prisma.deployment.findMany({
    where: { organizationId },
    select: { externalId: true, repositoryId: true, unlinkedReason: true },
    orderBy: { id: 'asc' },
  })

it('an event whose commit was found in a repository that is gone by now is linked to what is left', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  const { id: organizationId } = tenant.organization
  const sender = await findSender(organizationId)
  const event = parseDeploymentEvent(deploymentBody({ commitSha: at(shas, 1), deploymentId: 'd1' }), new Date())
  const found = await resolveCommits(db().people, sender, event)
  if (typeof found === 'string') throw new Error(found)
  await (await removeRepository(operatorOf(organizationId), repository.id, 'acme/api')).relinked
  const recorded = await inTransaction(db().ingest, never, (client) => recordAndLink(client, sender, event, found))
  expect(recorded).toMatchObject({ action: 'created', linkedPRs: 0 })
  expect(await stored(organizationId)).toEqual([
    { externalId: 'd1', repositoryId: null, unlinkedReason: 'no repository imported' },
  ])
})

/** An event may have looked for repositories just before the last one was gone. */
const eitherReason = expect.stringMatching(/^(unknown commit|no repository imported)$/)

it('events are recorded while their repository is being removed', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  const { id: organizationId } = tenant.organization
  const body = (deploymentId: string) => deploymentBody({ commitSha: at(shas, 1), deploymentId })
  await postEvent(tenant.token, body('before'))
  // A busy machine answers before it has linked.
  await linkPending(organizationId)
  expect(await getDeployment(organizationId, 'before')).toMatchObject({ linkedPRs: 1 })
  const { removal, statuses } = await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM pull_requests WHERE repository_id = $1 FOR KEY SHARE', [repository.id])
    const removal = removeRepository(operatorOf(organizationId), repository.id, 'acme/api')
    await lockWaits(1)
    const events = await Promise.all(['before', 'meanwhile'].map((id) => postEvent(tenant.token, body(id))))
    return { removal, statuses: events.map(({ status }) => status) }
  })
  expect(statuses).toEqual([200, 201])
  await (await removal).relinked
  await linkPending(organizationId)
  expect(await stored(organizationId)).toEqual([
    { externalId: 'before', repositoryId: null, unlinkedReason: eitherReason },
    { externalId: 'meanwhile', repositoryId: null, unlinkedReason: eitherReason },
  ])
})

it('a deployment that is linked while its repository is about to go is linked to what is left', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  const { id: organizationId } = tenant.organization
  const sender = await findSender(organizationId)
  const event = parseDeploymentEvent(deploymentBody({ commitSha: at(shas, 1), deploymentId: 'd1' }), new Date())
  const { removal } = await inTransaction(db().ingest, never, async (client) => {
    expect(await recordAndLink(client, sender, event)).toMatchObject({ linkedPRs: 1 })
    const removal = removeRepository(operatorOf(organizationId), repository.id, 'acme/api')
    await lockWaits(1)
    return { removal }
  })
  await (await removal).relinked
  expect(await stored(organizationId)).toEqual([
    { externalId: 'd1', repositoryId: null, unlinkedReason: 'no repository imported' },
  ])
})
