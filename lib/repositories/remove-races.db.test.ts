import { expect, it } from 'vitest'
import { db } from '@/lib/db'
import { findSender } from '@/lib/deployments/find-sender'
import { recordAndLink } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { linkPending } from '@/lib/linking/relink'
import { resolveCommits } from '@/lib/linking/resolve-commit'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'
import { inTransaction } from '@/lib/transaction'
import { removeRepository } from './remove'

const never = new AbortController().signal

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
  await (await removeRepository(organizationId, null, repository.id, 'acme/api')).relinked
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
  expect((await postEvent(tenant.token, body('before'))).body).toMatchObject({ linkedPRs: 1 })
  const { removal, events } = await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM pull_requests WHERE repository_id = $1 FOR KEY SHARE', [repository.id])
    const removal = removeRepository(organizationId, null, repository.id, 'acme/api')
    await lockWaits(1)
    const events = [postEvent(tenant.token, body('before')), postEvent(tenant.token, body('meanwhile'))]
    await lockWaits(3)
    return { removal, events }
  })
  await (await removal).relinked
  expect((await Promise.all(events)).map(({ status }) => status)).toEqual([200, 201])
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
    const removal = removeRepository(organizationId, null, repository.id, 'acme/api')
    await lockWaits(1)
    return { removal }
  })
  await (await removal).relinked
  expect(await stored(organizationId)).toEqual([
    { externalId: 'd1', repositoryId: null, unlinkedReason: 'no repository imported' },
  ])
})
