import type { ActionRow } from './row'

export const metricRows: readonly ActionRow[] = [
  {
    file: 'app/(app)/[org]/settings/deployments/actions.ts',
    name: 'saveMetricSettings',
    needs: 'manager',
    page: ({ organization }) => `/${organization.slug}/settings/deployments`,
    outcome: 'done',
    fields: () => ({ leadTimeFrom: 'first-commit' }),
  },
  {
    file: 'app/(app)/[org]/settings/assistants/actions.ts',
    name: 'saveBadges',
    needs: 'manager',
    page: ({ organization }) => `/${organization.slug}/settings/assistants`,
    outcome: 'done',
    fields: () => ({ badges: 'on' }),
  },
  {
    file: 'app/(app)/[org]/insights/actions.ts',
    name: 'saveMyView',
    needs: 'member',
    page: ({ organization }) => `/${organization.slug}/insights?team=Payments`,
    outcome: 'done',
    fields: () => ({ team: 'Payments', environment: 'production' }),
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
