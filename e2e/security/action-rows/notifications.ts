import { type ActionRow, unknownId } from './row'

const file = 'app/(app)/[org]/settings/notifications/actions.ts'
const page: ActionRow['page'] = ({ organization }) => `/${organization.slug}/settings/notifications`
const fields: ActionRow['fields'] = ({ destinationId }) => ({ destinationId: String(destinationId) })
const unknownIds = { destinationId: unknownId }

export const notificationRows: readonly ActionRow[] = [
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'addDestination' },
    fields: () => ({ kind: 'webhook', name: 'hook', url: 'http://127.0.0.1:9/hook', 'topic:failed': 'on' }),
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'saveDestination', unknownIds },
    fields: (world) => ({ ...fields(world), kind: 'webhook', name: 'renamed', 'topic:stuck': 'on' }),
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'pauseDestination', unknownIds },
    fields: (world) => ({ ...fields(world), paused: 'true' }),
  },
  { ...{ file, page, needs: 'manager', outcome: 'done', name: 'replaceSigningSecret', unknownIds, fields } },
  { ...{ file, page, needs: 'manager', outcome: 'done', name: 'testDestination', unknownIds, fields } },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'sendAgain' },
    fields: ({ notificationId }) => ({ notificationId }),
    unknownIds: { notificationId: unknownId },
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'addAlert' },
    fields: () => ({ metric: 'change-failure-rate', scope: '', direction: 'above', value: '15' }),
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'forgetAlert' },
    fields: ({ alertId }) => ({ alertId: String(alertId) }),
    unknownIds: { alertId: unknownId },
  },
  { ...{ file, page, needs: 'manager', outcome: 'done', name: 'forgetDestination', unknownIds, fields } },
]
