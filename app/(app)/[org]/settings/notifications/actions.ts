'use server'

import { z } from 'zod'
import { alertSchema, createAlert } from '@/lib/notifications/alerts/create'
import { removeAlert } from '@/lib/notifications/alerts/remove'
import { changeDestination } from '@/lib/notifications/destinations/change'
import { createDestination } from '@/lib/notifications/destinations/create'
import { readChoices } from '@/lib/notifications/destinations/form'
import { removeDestination } from '@/lib/notifications/destinations/remove'
import { rotateSigningSecret } from '@/lib/notifications/destinations/rotate-secret'
import { setPaused } from '@/lib/notifications/destinations/set-paused'
import { redeliver } from '@/lib/notifications/redeliver'
import { sendTest } from '@/lib/notifications/send-test'
import type { Topic } from '@/lib/notifications/topics'
import { hostAction, memberAction } from '@/lib/web/action'

const destinationId = z.coerce.number().int().positive().max(2_147_483_647)
const onlyId = z.object({ destinationId })

/** A form of boxes, which are named by what they choose. */
const boxes = z.object({ name: z.string().default(''), url: z.string().trim().default('') }).catchall(z.string())

const choicesOf = (fields: Record<string, string>) => {
  const { topics, ...choices } = readChoices(fields)
  // What is none is refused when it is parsed.
  return { ...choices, topics: topics as Topic[] }
}

export const addDestination = hostAction(
  'manager',
  boxes.extend({ kind: z.enum(['slack', 'teams', 'webhook', 'email'], 'Choose a kind') }),
  async ({ kind, name, url, ...fields }, { actor }, inTurn) => {
    const { recipients, ...choices } = choicesOf(fields)
    const input = kind === 'email' ? { kind, name, recipients, ...choices } : { kind, name, url, ...choices }
    return createDestination(actor, input, inTurn)
  },
)

export const saveDestination = hostAction(
  'manager',
  boxes.extend({ destinationId, kind: z.string().default('') }),
  async ({ destinationId: id, kind, name, url, ...fields }, { actor }, inTurn) => {
    const { recipients, ...choices } = choicesOf(fields)
    const where = kind === 'email' ? { recipients } : url === '' ? {} : { url }
    await changeDestination(actor, id, { name, ...choices, ...where }, inTurn)
  },
)

export const pauseDestination = memberAction(
  'manager',
  onlyId.extend({ paused: z.stringbool() }),
  async (input, { actor }) => setPaused(actor, input.destinationId, input.paused),
)

export const forgetDestination = memberAction('manager', onlyId, async (input, { actor }) =>
  removeDestination(actor, input.destinationId),
)

export const replaceSigningSecret = memberAction('manager', onlyId, async (input, { actor }) =>
  rotateSigningSecret(actor, input.destinationId),
)

export const testDestination = hostAction('manager', onlyId, async (input, { actor }) =>
  sendTest(actor, input.destinationId),
)

export const sendAgain = memberAction(
  'manager',
  z.object({ notificationId: z.string().regex(/^\d{1,18}$/, 'There is no such notification') }),
  async (input, { actor }) => redeliver(actor, input.notificationId),
)

export const addAlert = memberAction('manager', alertSchema, async (input, { actor }) => createAlert(actor, input))

export const forgetAlert = memberAction('manager', z.object({ alertId: destinationId }), async (input, { actor }) =>
  removeAlert(actor, input.alertId),
)
