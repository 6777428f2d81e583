import { baseUrl } from '@/lib/core/base-url'
import type { Queryable } from '@/lib/db/transaction'
import type { Content } from '../content'
import { generatePublicId } from '../destinations/secrets'
import type { Target } from './send'

/** Has the organization's e-mail destinations told that another destination was paused. */
export async function tellOfPause(
  client: Queryable,
  { id, organizationId, name }: Target,
  reason: string,
): Promise<void> {
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
