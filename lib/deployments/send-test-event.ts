import { randomBytes } from 'node:crypto'
import type { UserActor } from '@/lib/accounts/actor'
import { findSender } from '@/lib/accounts/sender'
import { addStoredEvent } from '@/lib/accounts/stored-bytes/add'
import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { readStoredToday } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'

const environment = 'test'
const durationMs = 42_000

/** Id of the stored record, and the `deploymentId` it was sent with. */
export type SentTestEvent = { id: number; deploymentId: string }

/**
 * Records a successful deployment to the environment `test` sent from the settings, without a key; like
 * any first event it starts the trial. Throws `not_found` for a user who is no member, `rate_limited` beyond the
 * daily quota, and `conflict` where `test` counts as production.
 */
export async function sendTestEvent({ organizationId, userId }: UserActor): Promise<SentTestEvent> {
  const member = await db().prisma.membership.findUnique({
    where: { organizationId_userId: { organizationId, userId } },
    select: { user: { select: { name: true, email: true } } },
  })
  if (!member) throw new AppError('not_found', 'No such organization')
  const beyondDay = refusalBeyondDay(await readStoredToday(organizationId))
  if (beyondDay) throw new AppError(...beyondDay)
  const sender = await findSender(organizationId)
  if (isProduction(environment, sender.productionNames)) {
    throw new AppError(
      'conflict',
      'The environment "test" counts as production here. Take it out of the names to send a test event.',
    )
  }
  const now = new Date()
  const deploymentId = `leadline-test-${randomBytes(6).toString('hex')}`
  const body = {
    deploymentId,
    commitSha: randomBytes(20).toString('hex'),
    environment,
    status: 'success',
    startedAt: new Date(now.getTime() - durationMs).toISOString(),
    completedAt: now.toISOString(),
    service: 'leadline-test',
    triggeredBy: member.user.name ?? member.user.email,
    pipelineName: 'Test event from the settings',
    metadata: { test: true },
  }
  await addStoredEvent(db().ingest, organizationId, body)
  const { deploymentId: id } = await recordDeployment(sender, parseDeploymentEvent(body, now), databaseBudget())
  return { id, deploymentId }
}
