import { randomUUID } from 'node:crypto'
import { operatorOf } from '@/lib/accounts/actor'
import { type CreatedInvitation, createInvitation } from '@/lib/accounts/invitations/create'
import { findSession } from '@/lib/accounts/sessions/find'
import { publicIssuers } from '@/lib/accounts/trusted-pipelines/schema'
import { db } from '@/lib/db/db'
import { markFailed } from '@/lib/deployments/mark-failed'
import { voidDeployment } from '@/lib/deployments/void'
import type { Organization, Repository } from '@/lib/generated/prisma/client'
import { createAnnotation } from '@/lib/insights/annotations'
import { setGoal } from '@/lib/insights/goals'
import { createAlert } from '@/lib/notifications/alerts/create'
import { createDestination } from '@/lib/notifications/destinations/create'
import { connectGithub } from '@/lib/testing/connect'
import {
  createHistory,
  createMember,
  createRepository,
  createTenant,
  deploymentBody,
  openSession,
  type TestUser,
} from '@/lib/testing/factories'
import { connect, createApplication } from '@/lib/testing/oauth'
import { trust } from '@/lib/testing/trusted-pipelines'
import { post, serverUrls } from '../support/servers'

/** An organization with one of everything that has an address or an id. */
export type World = {
  organization: Organization
  token: string
  apiKeyId: number
  /** Id of a trusted pipeline. */
  trustId: number
  repository: Repository
  /** Id of the connection that the repository comes through; nothing answers at its address. */
  connectionId: number
  /** Id of a stored deployment that shipped three pull requests. */
  deploymentId: number
  /** Id of another that was voided. */
  voidId: number
  /** A success that was marked as failed. */
  markedId: number
  /** What its pipeline calls it. */
  externalId: string
  /** Id of one of the pull requests that it shipped. */
  pullRequestId: number
  owner: TestUser
  manager: TestUser
  member: TestUser
  /** Another member, for others to act on. */
  colleague: TestUser
  invitation: CreatedInvitation
  /** The query with which an application asks for access. */
  oauthRequest: string
  /** Id of the access that an application has from the member. */
  grantId: number
  /** Id of a risk signal that no rule ends. */
  signalId: number
  /** Id of a destination of notifications at which nothing answers, and of one that was not delivered. */
  destinationId: number
  notificationId: string
  /** Id of a deployment that opened an incident, and of the member's note on it. */
  failedId: number
  noteId: number
  /** Id of a metric alert. */
  alertId: number
  /** Id of an annotation of charts. */
  annotationId: number
  /** Id of a goal. */
  goalId: number
  /** Id of an incident from outside that is tied to no deployment. */
  recordedId: number
}

/** Creates a world through the doors that people and pipelines use, with events in the last days and in its trial. */
export async function createWorld(name = 'Acme'): Promise<World> {
  const tenant = await createTenant({ name, plan: 'free' })
  const { id: organizationId } = tenant.organization
  const [owner, manager, member, colleague] = [
    await createMember(organizationId, 'owner', { name: 'Olga Owner' }),
    await createMember(organizationId, 'manager', { name: 'Mats Manager' }),
    await createMember(organizationId, 'member', { name: 'Mona Member' }),
    await createMember(organizationId, 'member', { name: 'Cleo Colleague' }),
  ]
  const trustId = await trust(tenant, { issuer: publicIssuers.github })
  const repository = await createRepository(organizationId, 'acme/api')
  const shas = await createHistory(repository, 5)
  const externalId = `release-${randomUUID()}`
  const shipped = { deploymentId: externalId, service: 'api', commitSha: shas[3], previousCommitSha: shas[0] }
  const deploymentId = await postDeployment(tenant.token, shipped)
  const voidId = await postDeployment(tenant.token, { service: 'web', status: 'failure', environment: 'staging' })
  await voidDeployment({ organizationId, userId: owner.id }, voidId, 'A rehearsal')
  const markedId = await postDeployment(tenant.token, { service: 'shop', status: 'success' })
  await markFailed({ organizationId, userId: owner.id }, markedId, 'It broke')
  const failedId = await postDeployment(tenant.token, { service: 'mailer', status: 'failure' })
  await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'Payments' } })
  const note = { organizationId, deploymentId: failedId, authorId: member.id, text: 'Mona looks' }
  const { id: noteId } = await db().prisma.incidentNote.create({ data: note })
  await post(serverUrls()[0], tenant.token, deploymentBody({ status: 'done' }))
  const numbered = { organizationId, repositoryId: repository.id, number: 2 }
  const { id: pullRequestId } = await db().prisma.pullRequest.findFirstOrThrow({ where: numbered })
  const invitation = await createInvitation(
    { organizationId, userId: owner.id },
    { email: `${randomUUID()}@example.com`, role: 'member' },
  )
  const { id: connectionId } = await connectGithub(organizationId, 'http://127.0.0.1:9')
  await db().prisma.repository.updateMany({ where: { id: repository.id }, data: { connectionId, hostId: '1' } })
  const { oauthRequest, grantId } = await connectApplication(organizationId, member.id)
  const { id: signalId } = await createSignal(organizationId)
  const { destinationId, notificationId, alertId } = await createNotification(organizationId)
  const launch = { kind: 'launch', title: 'Shop', firstDay: '2026-11-02', lastDay: '' } as const
  const { id: annotationId } = await createAnnotation(operatorOf(organizationId), launch)
  const lessThanADay = { metric: 'lead-time', scope: '', value: '24' }
  const { id: goalId } = await setGoal(operatorOf(organizationId), lessThanADay)
  const outage = { organizationId, title: 'Payments are down', openedAt: new Date() }
  const { id: recordedId } = await db().prisma.outsideIncident.create({ data: outage })
  const records = {
    trustId,
    repository,
    connectionId,
    deploymentId,
    voidId,
    markedId,
    failedId,
    noteId,
    externalId,
    pullRequestId,
    invitation,
    oauthRequest,
    grantId,
    signalId,
    destinationId,
    notificationId,
    alertId,
    annotationId,
    goalId,
    recordedId,
  }
  return { ...tenant, ...records, owner, manager, member, colleague }
}

async function connectApplication(organizationId: number, userId: number) {
  const session = await findSession(await openSession(userId))
  await connect({ organizationId, userId, sessionId: session?.sessionId ?? 0 })
  const { id: grantId } = await db().prisma.oauthGrant.findFirstOrThrow({ where: { userId } })
  // The servers have an address of their own.
  const { search } = await createApplication({ resource: null })
  return { oauthRequest: search.toString(), grantId }
}

function createSignal(organizationId: number) {
  const seen = { firstSeenAt: new Date(), openedAt: new Date(), lastSeenAt: new Date() }
  const found = { rule: 'of an older version', subject: '', severity: 'low', evidence: [], path: '/services' } as const
  return db().prisma.signal.create({ data: { organizationId, ...found, ...seen } })
}

async function createNotification(organizationId: number) {
  const hook = { kind: 'webhook', name: 'Hook', url: 'http://127.0.0.1:9/hook' } as const
  const { id: destinationId } = await createDestination(operatorOf(organizationId), hook)
  const link = { text: 'Open', url: serverUrls()[0] }
  const message = { title: 'Something happened', summary: null, facts: [], list: null, link }
  const { id } = await db().prisma.notification.create({
    data: {
      publicId: randomUUID(),
      organizationId,
      destinationId,
      type: 'deployment.failed',
      key: 'failure:1',
      content: { at: new Date().toISOString(), data: {}, message },
      state: 'failed',
      dueAt: new Date(),
    },
  })
  const alert = { metric: 'change-failure-rate', direction: 'above', value: '15' } as const
  const { id: alertId } = await createAlert(operatorOf(organizationId), alert)
  return { destinationId, notificationId: String(id), alertId }
}

async function postDeployment(token: string, fields: Record<string, unknown>): Promise<number> {
  const completedAt = new Date(Date.now() - 3_600_000)
  const startedAt = new Date(completedAt.getTime() - 300_000)
  const event = deploymentBody({ startedAt, completedAt, ...fields })
  const { status, body } = await post(serverUrls()[0], token, event)
  if (body.deploymentId === undefined) throw new Error(`The event was answered ${status} ${body.error}`)
  return body.deploymentId
}
