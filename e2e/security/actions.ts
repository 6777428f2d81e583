import type { Role } from '@/lib/generated/prisma/enums'
import type { ServerAction } from './app-inventory'
import type { World } from './world'

export type ActionRow = ServerAction & {
  /**
   * The least role that may; `user` and `stranger` for whoever is signed in, tried by a member of the organization and
   * by somebody who is none; `anyone` also for nobody.
   */
  needs: Role | 'user' | 'stranger' | 'anyone'
  /** The page that its form stands on. */
  page: (world: World) => string
  /** Fields that do something good in the organization of `world`, beside `organization`. */
  fields: (world: World) => Record<string, string>
  /** Fields that name a record, with the id that nobody has. */
  unknownIds?: Record<string, string>
  /** What comes of it when all is well; a path is where it leads. */
  outcome: 'done' | 'refused' | RegExp
}

const keysPage = ({ organization }: World) => `/${organization.slug}/settings/deployments`
const membersPage = ({ organization }: World) => `/${organization.slug}/settings/members`
const keyActions = 'app/(app)/[org]/settings/deployments/actions.ts'
const memberActions = 'app/(app)/[org]/settings/members/actions.ts'
const deploymentActions = 'app/(app)/[org]/deployments/[id]/actions.ts'
const repositoriesPage = ({ organization }: World) => `/${organization.slug}/settings/repositories`
const profilePage = () => '/profile'
const profileActions = 'app/(app)/profile/actions.ts'
const inviteActions = 'app/(auth)/invite/[token]/actions.ts'

const unknownId = '987654321'

const repositoryRow = (
  name: string,
  fields: Record<string, string>,
  outcome: ActionRow['outcome'] = 'done',
): ActionRow => ({
  file: 'app/(app)/[org]/settings/repositories/actions.ts',
  name,
  needs: 'manager',
  page: repositoriesPage,
  outcome,
  fields: ({ repository }) => ({ repositoryId: String(repository.id), ...fields }),
  unknownIds: { repositoryId: unknownId },
})

const connectionRow = (
  name: string,
  fields: Record<string, string>,
  outcome: ActionRow['outcome'] = 'done',
): ActionRow => ({
  file: 'app/(app)/[org]/settings/repositories/connection-actions.ts',
  name,
  needs: 'manager',
  page: repositoriesPage,
  outcome,
  fields: ({ connectionId }) => ({ connectionId: String(connectionId), ...fields }),
  unknownIds: { connectionId: unknownId },
})

/** Nothing answers at the address of the connection: what asks it is refused. */
const repositoryRows: readonly ActionRow[] = [
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

/** Every server action of the application: a new one has to be added here. */
export const actionRows: readonly ActionRow[] = [
  {
    file: keyActions,
    name: 'generateKey',
    needs: 'manager',
    page: keysPage,
    outcome: 'done',
    fields: () => ({ name: 'another' }),
  },
  {
    file: keyActions,
    name: 'revokeKey',
    needs: 'manager',
    page: keysPage,
    outcome: 'done',
    fields: ({ apiKeyId }) => ({ apiKeyId: String(apiKeyId) }),
    unknownIds: { apiKeyId: unknownId },
  },
  { file: keyActions, name: 'sendTest', needs: 'manager', page: keysPage, outcome: 'done', fields: () => ({}) },
  {
    file: keyActions,
    name: 'tryPayload',
    needs: 'manager',
    page: keysPage,
    outcome: 'done',
    fields: () => ({ payload: '{}' }),
  },
  {
    file: keyActions,
    name: 'saveProductionNames',
    needs: 'manager',
    page: keysPage,
    outcome: 'done',
    fields: () => ({ names: 'live' }),
  },
  {
    file: keyActions,
    name: 'saveTimeZone',
    needs: 'manager',
    page: keysPage,
    outcome: 'done',
    fields: () => ({ timeZone: 'Asia/Tokyo' }),
  },
  {
    file: deploymentActions,
    name: 'voidIt',
    needs: 'manager',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    outcome: 'done',
    fields: ({ deploymentId }) => ({ deployment: String(deploymentId), reason: 'never live' }),
    unknownIds: { deployment: unknownId },
  },
  {
    file: deploymentActions,
    name: 'restore',
    needs: 'manager',
    page: ({ organization, voidId }) => `/${organization.slug}/deployments/${voidId}`,
    outcome: 'done',
    fields: ({ voidId }) => ({ deployment: String(voidId), reason: 'it was live' }),
    unknownIds: { deployment: unknownId },
  },
  {
    file: deploymentActions,
    name: 'correct',
    needs: 'manager',
    page: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    outcome: 'done',
    fields: ({ deploymentId }) => ({
      deployment: String(deploymentId),
      service: 'web',
      environment: 'staging',
      reason: 'sent by mistake',
    }),
    unknownIds: { deployment: unknownId },
  },
  {
    file: memberActions,
    name: 'invite',
    needs: 'manager',
    page: membersPage,
    outcome: 'done',
    fields: () => ({ email: 'new@example.com', role: 'member' }),
  },
  {
    file: memberActions,
    name: 'revoke',
    needs: 'manager',
    page: membersPage,
    outcome: 'done',
    fields: ({ invitation }) => ({ invitationId: String(invitation.id) }),
    unknownIds: { invitationId: unknownId },
  },
  {
    file: memberActions,
    name: 'changeMemberRole',
    needs: 'manager',
    page: membersPage,
    outcome: 'done',
    fields: ({ colleague }) => ({ userId: String(colleague.id), role: 'manager' }),
    unknownIds: { userId: unknownId },
  },
  {
    file: memberActions,
    name: 'remove',
    needs: 'manager',
    page: membersPage,
    outcome: 'done',
    fields: ({ colleague }) => ({ userId: String(colleague.id) }),
    unknownIds: { userId: unknownId },
  },
  {
    file: 'app/(app)/[org]/services/[service]/actions.ts',
    name: 'saveTeam',
    needs: 'manager',
    page: ({ organization }) => `/${organization.slug}/services/api`,
    outcome: 'done',
    fields: () => ({ service: 'api', team: 'Payments' }),
  },
  ...repositoryRows,
  {
    file: inviteActions,
    name: 'join',
    needs: 'stranger',
    page: ({ invitation }) => `/invite/${invitation.token}`,
    outcome: /^\/org-/,
    fields: ({ invitation }) => ({ token: invitation.token }),
    unknownIds: { token: 'x'.repeat(43) },
  },
  {
    file: inviteActions,
    name: 'register',
    needs: 'anyone',
    page: ({ invitation }) => `/invite/${invitation.token}`,
    outcome: /^\/org-/,
    fields: ({ invitation }) => ({ token: invitation.token, name: 'Nora New', password: 'a long sentence' }),
    unknownIds: { token: 'x'.repeat(43) },
  },
  {
    file: profileActions,
    name: 'rename',
    needs: 'user',
    page: profilePage,
    outcome: 'done',
    fields: () => ({ name: 'Another Name' }),
  },
  {
    file: profileActions,
    name: 'setNewPassword',
    needs: 'user',
    page: profilePage,
    outcome: 'done',
    fields: () => ({ currentPassword: '', newPassword: 'a long sentence' }),
  },
  {
    file: profileActions,
    name: 'signOutElsewhere',
    needs: 'user',
    page: profilePage,
    outcome: 'done',
    fields: () => ({}),
  },
  {
    file: profileActions,
    name: 'disconnect',
    needs: 'user',
    page: profilePage,
    outcome: 'refused',
    fields: () => ({ provider: 'github' }),
    unknownIds: { provider: 'nothing' },
  },
  { file: profileActions, name: 'leave', needs: 'member', page: profilePage, outcome: 'done', fields: () => ({}) },
  {
    file: 'app/(app)/[org]/insights/actions.ts',
    name: 'choose',
    needs: 'user',
    page: ({ organization }) => `/${organization.slug}/insights`,
    outcome: 'done',
    fields: () => ({ leadTimeFrom: 'first-commit', benchmarkYear: '2026' }),
  },
  {
    file: 'app/(app)/sign-out.ts',
    name: 'signOut',
    needs: 'anyone',
    page: membersPage,
    outcome: /^\/sign-in$/,
    fields: () => ({}),
  },
  {
    file: 'app/(auth)/setup/actions.ts',
    name: 'setUpServer',
    needs: 'anyone',
    page: () => '/setup',
    outcome: 'refused',
    fields: () => ({
      organizationName: 'Mine',
      slug: 'mine',
      name: 'Me',
      email: 'me@example.com',
      password: 'a long sentence',
    }),
  },
]
