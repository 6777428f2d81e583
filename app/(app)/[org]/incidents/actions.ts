'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import {
  outsideIncidentSchema,
  removeOutsideIncident,
  saveOutsideIncident,
} from '@/lib/deployments/incidents/outside/save'
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

const recorded = z.object({ incident: z.coerce.number().int().positive().max(2_147_483_647) })

export const recordIncident = memberAction(
  'manager',
  outsideIncidentSchema,
  async (input, { actor, organization }): Promise<void> => {
    const { slug, timeZone } = organization
    const { id } = await saveOutsideIncident(actor, null, input, { timeZone, now: new Date() })
    redirect(`/${slug}/incidents/recorded/${id}`)
  },
)

export const saveIncident = memberAction(
  'manager',
  outsideIncidentSchema.and(recorded),
  async ({ incident, ...input }, { actor, organization: { timeZone } }) => {
    await saveOutsideIncident(actor, incident, input, { timeZone, now: new Date() })
  },
)

export const deleteIncident = memberAction(
  'manager',
  recorded,
  async ({ incident }, { actor, organization }): Promise<void> => {
    await removeOutsideIncident(actor, incident)
    redirect(`/${organization.slug}/incidents`)
  },
)
