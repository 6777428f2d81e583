import { type ActionRow, unknownId } from './row'

const repositoryRow = (
  name: string,
  fields: Record<string, string>,
  outcome: ActionRow['outcome'] = 'done',
): ActionRow => ({
  file: 'app/(app)/[org]/settings/repositories/actions.ts',
  name,
  needs: 'manager',
  page: ({ organization }) => `/${organization.slug}/settings/repositories`,
  outcome,
  fields: ({ repository }) => ({ repositoryId: String(repository.id), ...fields }),
  unknownIds: { repositoryId: unknownId },
})

const connectionRow = (
  name: string,
  fields: Record<string, string>,
  outcome: ActionRow['outcome'] = 'done',
): ActionRow => ({
  ...repositoryRow(name, fields, outcome),
  file: 'app/(app)/[org]/settings/repositories/connection-actions.ts',
  fields: ({ connectionId }) => ({ connectionId: String(connectionId), ...fields }),
  unknownIds: { connectionId: unknownId },
})

/** Nothing answers at the address of the connection: what calls it is refused. */
export const repositoryRows: readonly ActionRow[] = [
  repositoryRow('monitor', { monitored: 'false' }),
  repositoryRow('sync', {}),
  repositoryRow('saveAliases', { names: 'core\nbilling' }),
  repositoryRow('useAsAlias', { service: 'web' }),
  repositoryRow('savePaths', { service: 'web', globs: 'web/**' }),
  repositoryRow('removePaths', { service: 'web' }, 'refused'),
  repositoryRow('remove', { name: 'acme/api' }),
  connectionRow('replaceToken', { token: 'github_pat_new' }, 'refused'),
  connectionRow('showWebhook', {}),
  connectionRow('takeDeployments', { takesDeployments: 'true' }),
  connectionRow('disconnect', {}),
  connectionRow('follow', { hostIds: '1' }, 'refused'),
  {
    ...connectionRow('connectToken', {}, 'refused'),
    fields: () => ({ host: 'github', baseUrl: 'http://127.0.0.1:9', token: 'github_pat_new' }),
    unknownIds: undefined,
  },
  {
    ...connectionRow('createApp', {}, /^\/api\/github\/manifest\/new\?state=/),
    fields: () => ({ baseUrl: 'http://127.0.0.1:9', owner: 'acme' }),
    unknownIds: undefined,
  },
]
