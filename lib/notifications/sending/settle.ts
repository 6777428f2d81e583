import { recordAudit } from '@/lib/accounts/audit/record'
import { baseUrl } from '@/lib/core/base-url'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import type { Content } from '../content'
import { generatePublicId } from '../destinations/secrets'
import type { Claimed } from './claim'
import { nextPauseMs, type Outcome } from './outcome'
import type { Target } from './send'

/** A destination is paused when so many notifications in a row were given up, or nothing got through for a day. */
const maxGivenUp = 20

/** Notes what an attempt came to, when the next one is, and gives the destination back. Pauses one that is dead. */
export async function settle({ notificationId, attempts, target }: Claimed, outcome: Outcome): Promise<void> {
  const { organizationId, id } = target
  await inTransaction(db().people, never, async (client) => {
    if (outcome.result === 'delivered') {
      await client.query(setNotification(), [organizationId, notificationId, 'delivered', outcome.words])
      await client.query(succeeded, [organizationId, id])
      return
    }
    const pauseMs = outcome.result === 'again' ? nextPauseMs(attempts, outcome.afterMs, Math.random()) : null
    const state = pauseMs === null ? 'failed' : 'pending'
    const outcomeOf = [organizationId, notificationId, state, outcome.words]
    await (pauseMs === null
      ? client.query(setNotification(), outcomeOf)
      : client.query(setNotification(", due_at = now() + $5 * interval '1 millisecond'"), [...outcomeOf, pauseMs]))
    const { rows } = await client.query<{ givenUp: number; isOverADay: boolean }>(failed, [
      organizationId,
      id,
      pauseMs === null,
    ])
    const reason = reasonToPause(outcome, rows[0] ?? { givenUp: 0, isOverADay: false })
    if (reason !== null) await pause(client, target, reason)
  })
}

function reasonToPause(outcome: Outcome, { givenUp, isOverADay }: { givenUp: number; isOverADay: boolean }) {
  const last = `The last attempt: ${outcome.words}`
  if (outcome.result === 'gone') return 'It says that it is gone for good (410).'
  if (givenUp >= maxGivenUp) return `${givenUp} notifications in a row were given up. ${last}.`
  return isOverADay ? `Nothing got through for a day. ${last}.` : null
}

async function pause(client: Queryable, target: Claimed['target'], reason: string): Promise<void> {
  const { id, organizationId, name } = target
  const { rows } = await client.query(pauseDestination, [organizationId, id, reason])
  if (rows.length === 0) return
  const actor = { organizationId, userId: null, host: 'Leadline' }
  await recordAudit(client, actor, { action: 'destination.paused', subject: name, subjectId: id, details: { reason } })
  await tellOfPause(client, target, reason)
}

/** One that was not pending any more, because someone else sent it meanwhile, stays as it is. */
const setNotification = (due = '') => `
  UPDATE notifications SET state = $3::notification_state, outcome = $4${due}
  WHERE organization_id = $1 AND id = $2 AND state = 'pending'`

const succeeded = `
  UPDATE notification_destinations SET leased_until = NULL, failing_since = NULL, given_up = 0, delivered_at = now()
  WHERE organization_id = $1 AND id = $2`

const failed = `
  UPDATE notification_destinations SET leased_until = NULL, failing_since = least(failing_since, now()),
    given_up = given_up + CASE WHEN $3 THEN 1 ELSE 0 END
  WHERE organization_id = $1 AND id = $2
  RETURNING given_up AS "givenUp", attempted_at - failing_since > interval '1 day' AS "isOverADay"`

const pauseDestination = `
  UPDATE notification_destinations SET paused_at = now(), paused_because = $3
  WHERE organization_id = $1 AND id = $2 AND paused_at IS NULL
  RETURNING id`

/** Has the organization's e-mail destinations told that another destination was paused. */
async function tellOfPause(client: Queryable, { id, organizationId, name }: Target, reason: string): Promise<void> {
  const { rows } = await client.query<{ id: number; slug: string; organization: string; now: Date }>(
    `SELECT d.id, o.slug, o.name AS organization, now() FROM notification_destinations d
     JOIN organizations o ON o.id = d.organization_id
     WHERE d.organization_id = $1 AND d.kind = 'email' AND d.paused_at IS NULL AND d.id <> $2`,
    [organizationId, id],
  )
  for (const { id: destinationId, slug, organization, now } of rows) {
    const url = `${baseUrl()}/${slug}/settings/notifications`
    const content: Content = {
      at: now,
      data: { organization: { slug, name: organization }, destination: { name }, reason, url },
      message: {
        title: `Notifications to “${name}” are paused`,
        summary: `${reason} Nothing is sent there until an owner or a manager resumes it.`,
        facts: [],
        list: null,
        link: { text: 'Open notification settings', url },
      },
    }
    await client.query(
      `INSERT INTO notifications (public_id, organization_id, destination_id, type, key, content, due_at)
       VALUES ($1, $2, $3, 'destination.paused', $4, $5, now()) ON CONFLICT DO NOTHING`,
      [generatePublicId(), organizationId, destinationId, `paused:${id}:${now.getTime()}`, JSON.stringify(content)],
    )
  }
}
