import { type ActionRow, unknownId } from './row'

const members: Pick<ActionRow, 'file' | 'needs' | 'page' | 'outcome'> = {
  file: 'app/(app)/[org]/settings/members/actions.ts',
  needs: 'manager',
  page: ({ organization }) => `/${organization.slug}/settings/members`,
  outcome: 'done',
}

const invited: Pick<ActionRow, 'file' | 'page' | 'outcome' | 'unknownIds'> = {
  file: 'app/(auth)/invite/[token]/actions.ts',
  page: ({ invitation }) => `/invite/${invitation.token}`,
  outcome: /^\/org-/,
  unknownIds: { token: 'x'.repeat(43) },
}

export const memberRows: readonly ActionRow[] = [
  { ...members, name: 'invite', fields: () => ({ email: 'new@example.com', role: 'member' }) },
  {
    ...members,
    name: 'revoke',
    fields: ({ invitation }) => ({ invitationId: String(invitation.id) }),
    unknownIds: { invitationId: unknownId },
  },
  {
    ...members,
    name: 'changeMemberRole',
    fields: ({ colleague }) => ({ userId: String(colleague.id), role: 'manager' }),
    unknownIds: { userId: unknownId },
  },
  {
    ...members,
    name: 'remove',
    fields: ({ colleague }) => ({ userId: String(colleague.id) }),
    unknownIds: { userId: unknownId },
  },
  {
    ...members,
    name: 'revokeApplication',
    fields: ({ grantId }) => ({ grantId: String(grantId) }),
    unknownIds: { grantId: unknownId },
  },
  { ...invited, name: 'join', needs: 'stranger', fields: ({ invitation }) => ({ token: invitation.token }) },
  {
    ...invited,
    name: 'register',
    needs: 'anyone',
    fields: ({ invitation }) => ({ token: invitation.token, name: 'Nora New', password: 'a long sentence' }),
  },
]
