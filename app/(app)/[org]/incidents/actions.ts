'use server'

import { z } from 'zod'
import { addNote, leaveIncident, maxNoteLength, removeNote, takeIncident } from '@/lib/deployments/incidents/people'
import { memberAction } from '@/lib/web/action'

const deployment = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const take = memberAction('member', z.object({ deployment }), ({ deployment: id }, { actor }) =>
  takeIncident(actor, id),
)

export const leave = memberAction('member', z.object({ deployment }), ({ deployment: id }, { actor }) =>
  leaveIncident(actor, id),
)

export const writeNote = memberAction(
  'member',
  z.object({
    deployment,
    text: z
      .string()
      .trim()
      .min(1, 'Write something')
      .max(maxNoteLength, `Use at most ${maxNoteLength.toLocaleString('en')} characters`),
  }),
  ({ deployment: id, text }, { actor }) => addNote(actor, id, text),
)

export const deleteNote = memberAction(
  'member',
  z.object({ note: z.coerce.number().int().positive().max(2_147_483_647) }),
  ({ note }, { actor }) => removeNote(actor, note),
)
