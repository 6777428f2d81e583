import { type ActionRow, unknownId } from './row'

const file = 'app/(app)/[org]/incidents/actions.ts'

const row = (name: string, more: Pick<ActionRow, 'fields' | 'unknownIds'>): ActionRow => ({
  file,
  name,
  needs: 'member',
  page: ({ organization, failedId }) => `/${organization.slug}/incidents/${failedId}`,
  outcome: 'done',
  ...more,
})

const recordedPage: ActionRow['page'] = ({ organization, recordedId }) =>
  `/${organization.slug}/incidents/recorded/${recordedId}`

const outage = { title: 'Checkout is down', openedAt: '2026-03-02T10:00' }

const incident = { unknownIds: { deployment: unknownId } }

export const incidentRows: readonly ActionRow[] = [
  row('take', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId) }) }),
  row('leave', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId) }) }),
  row('writeNote', { ...incident, fields: ({ failedId }) => ({ deployment: String(failedId), text: 'Ada looks' }) }),
  row('deleteNote', { unknownIds: { note: unknownId }, fields: ({ noteId }) => ({ note: String(noteId) }) }),
  {
    ...{ file, needs: 'manager', name: 'recordIncident' },
    page: ({ organization }) => `/${organization.slug}/incidents`,
    fields: () => outage,
    outcome: /\/incidents\/recorded\/\d+$/,
  },
  {
    ...{ file, needs: 'manager', name: 'saveIncident', outcome: 'done', page: recordedPage },
    unknownIds: { incident: unknownId },
    fields: ({ recordedId }) => ({ ...outage, incident: String(recordedId), deploymentId: '' }),
  },
  {
    ...{ file, needs: 'manager', name: 'deleteIncident', outcome: /\/incidents$/, page: recordedPage },
    unknownIds: { incident: unknownId },
    fields: ({ recordedId }) => ({ incident: String(recordedId) }),
  },
]
