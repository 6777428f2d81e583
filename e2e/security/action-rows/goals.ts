import { type ActionRow, unknownId } from './row'

const file = 'app/(app)/[org]/settings/goals/actions.ts'
const page: ActionRow['page'] = ({ organization }) => `/${organization.slug}/settings/goals`

export const goalRows: readonly ActionRow[] = [
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'saveGoal' },
    fields: () => ({ metric: 'recovery-time', scope: '', value: '4' }),
  },
  {
    ...{ file, page, needs: 'manager', outcome: 'done', name: 'forgetGoal', unknownIds: { goalId: unknownId } },
    fields: ({ goalId }) => ({ goalId: String(goalId) }),
  },
]
