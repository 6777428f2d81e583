import type { ActionRow } from './row'

export const metricRows: readonly ActionRow[] = [
  {
    file: 'app/(app)/[org]/insights/actions.ts',
    name: 'choose',
    needs: 'user',
    page: ({ organization }) => `/${organization.slug}/insights`,
    outcome: 'done',
    fields: () => ({ leadTimeFrom: 'first-commit', benchmarkYear: '2026' }),
  },
  {
    file: 'app/(app)/[org]/services/[service]/actions.ts',
    name: 'saveTeam',
    needs: 'manager',
    page: ({ organization }) => `/${organization.slug}/services/api`,
    outcome: 'done',
    fields: () => ({ service: 'api', team: 'Payments' }),
  },
]
