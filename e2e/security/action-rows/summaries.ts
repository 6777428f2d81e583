import type { ActionRow } from './row'

export const summaryRows: readonly ActionRow[] = [
  {
    file: 'app/(app)/[org]/summaries/actions.ts',
    name: 'askForWords',
    needs: 'member',
    page: ({ organization }) => `/${organization.slug}/insights/week`,
    // These servers have no model.
    outcome: 'refused',
    fields: () => ({ kind: 'week', subject: '2026-W10' }),
  },
]
