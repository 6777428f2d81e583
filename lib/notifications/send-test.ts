import type { Actor } from '@/lib/accounts/actor'
import { requireManagerOf } from '@/lib/accounts/members/manager'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import type { Content } from './content'
import { findDestination } from './destinations/find'
import { generatePublicId } from './destinations/secrets'
import { pageUrl } from './events/page-url'
import { send } from './sending/send'

const maxPerHour = 10

export type TestResult = { delivered: boolean; words: string }

/**
 * Sends a test to a destination at once, also to one that is paused, and says what came of it. It is tried once, and
 * stays in the log. Throws `not_found`, `forbidden` for a plan without notifications, and `rate_limited` after ten in an hour.
 */
export async function sendTest(actor: Actor, destinationId: number): Promise<TestResult> {
  const { organizationId, userId } = actor
  const { prisma } = db()
  if (userId !== null) await requireManagerOf(organizationId, userId)
  const destination = await findDestination(prisma, organizationId, destinationId)
  const organization = await prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const now = new Date()
  if (!mayUse(organization, 'notifications', now))
    throw new AppError('forbidden', 'The plan of this organization does not include notifications.')
  const { slug, name } = organization
  const url = pageUrl(organization, '/settings/notifications')
  const content: Content = {
    at: now,
    data: { organization: { slug, name }, destination: { name: destination.name }, url },
    message: {
      title: `Test of “${destination.name}”`,
      summary: 'Leadline can reach this destination. Nothing happened.',
      facts: [{ label: 'Organization', value: name }],
      list: null,
      link: { text: 'Open notification settings', url },
    },
  }
  const publicId = generatePublicId()
  const id = await reserve({ organizationId, destinationId, publicId, content })
  const outcome = await send(destination, { id: publicId, type: 'notification.test', content }, never)
  const delivered = outcome.result === 'delivered'
  const data = { state: delivered ? ('delivered' as const) : ('failed' as const), outcome: outcome.words }
  await prisma.notification.updateMany({ where: { organizationId, id }, data })
  return { delivered, words: outcome.words }
}

type Reserved = { organizationId: number; destinationId: number; publicId: string; content: Content }

/** Its line in the log, written first, so that ten at once are counted too. */
async function reserve({ organizationId, destinationId, publicId, content }: Reserved): Promise<bigint> {
  const { rows } = await db().people.query<{ id: string }>(
    `INSERT INTO notifications
       (public_id, organization_id, destination_id, type, key, content, due_at, state, attempts, attempted_at, outcome)
     SELECT $1, $2, $3, 'notification.test', 'test:' || $1, $4, now(), 'failed', 1, now(), 'Not finished'
     WHERE (SELECT count(*) FROM notifications WHERE organization_id = $2 AND destination_id = $3
       AND type = 'notification.test' AND created_at > now() - interval '1 hour') < $5
     RETURNING id`,
    [publicId, organizationId, destinationId, JSON.stringify(content), maxPerHour],
  )
  const [row] = rows
  if (!row) throw new AppError('rate_limited', `At most ${maxPerHour} tests in an hour. Try again later.`)
  return BigInt(row.id)
}
