import { type ActionRow, unknownId } from './row'

const row = (name: string, more: Pick<ActionRow, 'fields' | 'unknownIds'>): ActionRow => ({
  file: 'app/(app)/[org]/incidents/actions.ts',
  name,
  needs: 'member',
  page: ({ organization, failedId }) => `/${organization.slug}/incidents/${failedId}`,
  outcome: 'done',
  ...more,
})

const incident = { unknownIds: { deployment: unknownId } }

export const incidentRows: readonly ActionRow[] = [
  row('take', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId) }) }),
  row('leave', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId) }) }),
  row('writeNote', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId), text: 'Ada looks' }) }),
  row('deleteNote', { unknownIds: { note: unknownId }, fields: ({ noteId }) => ({ note: String(noteId) }) }),
]
