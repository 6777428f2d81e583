import type { z } from 'zod'
import type { Actor } from '@/lib/accounts/actor'
import { listChange } from '@/lib/accounts/audit/list-change'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { AppError } from '@/lib/core/errors'
import { atOnce, type InTurn } from '@/lib/core/fair-queue'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import type { NotificationDestination, Prisma } from '@/lib/generated/prisma/client'
import { weekdays } from '../weekdays'
import { checkUrl } from './check-url'
import { findDestination } from './find'
import { checkRecipients } from './recipients'
import { changeSchema } from './schema'
import { sealDestination, unsealDestination } from './secrets'

type Given = z.output<typeof changeSchema>

/**
 * Changes what is sent to a destination, and where it leads. What a new choice adds is sent from now on. It is stored
 * `inTurn`. Throws `not_found`, and as `createDestination` does.
 */
export async function changeDestination(
  actor: Actor,
  id: number,
  input: z.input<typeof changeSchema>,
  inTurn: InTurn = atOnce,
): Promise<void> {
  const { organizationId } = actor
  const given = parse(changeSchema, input)
  const { kind } = await findDestination(db().prisma, organizationId, id)
  if (given.url !== undefined && kind === 'email') throw new AppError('invalid', 'E-mail has no address of its own')
  if (given.url !== undefined) await checkUrl(kind, given.url)
  const store = async (tx: Prisma.TransactionClient) => {
    await holdAsManager(tx, actor)
    const before = await findDestination(tx, organizationId, id)
    const { name, topics, services, teams, digestWeekday, url } = given
    const digestHour = digestWeekday === null ? null : given.digestHour
    const recipients = kind === 'email' ? (given.recipients ?? before.recipients) : []
    if (kind === 'email') await checkRecipients(tx, organizationId, recipients)
    const data = {
      ...{ name, topics, services, teams, digestWeekday, digestHour, recipients },
      ...(isOther(before, given) && { since: new Date() }),
      ...(url !== undefined && { host: new URL(url).host, sealedSecrets: await withUrl(before, url) }),
    }
    await tx.notificationDestination.update({ where: { organizationId_id: { organizationId, id } }, data })
    const details = { ...listChange(before.topics, topics), ...changesOf(before, given, recipients) }
    await recordAudit(tx, actor, { action: 'destination.changed', subject: name, subjectId: id, details })
  }
  await inTurn(() => db().prisma.$transaction(store))
}

/** Whether it is sent something that it was not sent before. */
function isOther(
  before: NotificationDestination,
  { topics, services, teams, digestWeekday, digestHour }: Given,
): boolean {
  return [
    [before.topics, topics],
    [before.services, services],
    [before.teams, teams],
    [before.digestWeekday, digestWeekday],
    [before.digestHour, digestWeekday === null ? null : digestHour],
  ].some(([from, to]) => JSON.stringify(from) !== JSON.stringify(to))
}

function changesOf(before: NotificationDestination, given: Given, recipients: readonly number[]) {
  const narrowed = before.services.join() !== given.services.join() || before.teams.join() !== given.teams.join()
  return {
    ...(before.name !== given.name && { nameBefore: before.name }),
    ...(given.url !== undefined && { newAddress: true }),
    ...(before.recipients.join() !== recipients.join() && { newRecipients: true }),
    ...(before.digestWeekday !== given.digestWeekday && { digestDay: dayName(given.digestWeekday) }),
    ...(narrowed && { services: given.services.slice(0, 10), teams: given.teams.slice(0, 10) }),
  }
}

function dayName(weekday: number | null): string {
  return weekday === null ? 'never' : (weekdays[weekday - 1] ?? '')
}

async function withUrl(before: NotificationDestination, url: string): Promise<string> {
  // What cannot be opened any more is replaced; a webhook then needs a new secret too.
  const known =
    before.sealedSecrets === null ? null : await unsealDestination(before, before.sealedSecrets).catch(() => null)
  return sealDestination(before, { ...known, url })
}
