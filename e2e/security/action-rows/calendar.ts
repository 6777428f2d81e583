import { type ActionRow, unknownId } from './row'

const file = 'app/(app)/[org]/settings/calendar/actions.ts'
const page: ActionRow['page'] = ({ organization }) => `/${organization.slug}/settings/calendar`
const unknownIds = { annotationId: unknownId }
const launch = { kind: 'launch', title: 'Web shop', firstDay: '2026-11-02', lastDay: '2026-11-03', scope: '' }

export const calendarRows: readonly ActionRow[] = [
  { ...{ file, page, needs: 'manager', outcome: 'done', name: 'addAnnotation' }, fields: () => launch },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'saveAnnotation', unknownIds },
    fields: ({ annotationId }) => ({ ...launch, annotationId: String(annotationId) }),
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'forgetAnnotation', unknownIds },
    fields: ({ annotationId }) => ({ annotationId: String(annotationId) }),
  },
]
