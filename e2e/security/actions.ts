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
const profilePage = () => '/profile'
const profileActions = 'app/(app)/profile/actions.ts'
const inviteActions = 'app/(auth)/invite/[token]/actions.ts'

const unknownId = '987654321'

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
