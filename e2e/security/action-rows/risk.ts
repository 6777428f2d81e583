import { type ActionRow, unknownId } from './row'

export const riskRows: readonly ActionRow[] = [
  {
    file: 'app/(app)/[org]/risk/actions.ts',
    name: 'saveSignalState',
    needs: 'member',
    page: ({ organization }) => `/${organization.slug}/risk`,
    outcome: 'done',
    fields: ({ signalId }) => ({ signal: String(signalId), to: 'acknowledged', note: 'Ada looks' }),
    unknownIds: { signal: unknownId },
  },
  {
    file: 'app/(app)/[org]/settings/risk/actions.ts',
    name: 'saveThresholds',
    needs: 'manager',
    page: ({ organization }) => `/${organization.slug}/settings/risk`,
    outcome: 'done',
    fields: () => ({ 'failure-rate.share': '20' }),
  },
]
