import { type ActionRow, unknownId } from './row'

const profile: Pick<ActionRow, 'file' | 'needs' | 'page' | 'outcome'> = {
  file: 'app/(app)/profile/actions.ts',
  needs: 'user',
  page: () => '/profile',
  outcome: 'done',
}

export const accountRows: readonly ActionRow[] = [
  { ...profile, name: 'rename', fields: () => ({ name: 'Another Name' }) },
  { ...profile, name: 'setNewPassword', fields: () => ({ currentPassword: '', newPassword: 'a long sentence' }) },
  { ...profile, name: 'chooseTheme', fields: () => ({ theme: 'dark' }) },
  { ...profile, name: 'signOutElsewhere', fields: () => ({}) },
  {
    ...profile,
    name: 'endOne',
    outcome: 'refused',
    fields: () => ({ sessionId: unknownId }),
    unknownIds: { sessionId: unknownId },
  },
  {
    ...profile,
    name: 'disconnect',
    outcome: 'refused',
    fields: () => ({ provider: 'github' }),
    unknownIds: { provider: 'nothing' },
  },
  {
    ...profile,
    name: 'revokeApplication',
    outcome: 'refused',
    fields: () => ({ grantId: unknownId }),
    unknownIds: { grantId: unknownId },
  },
  {
    file: 'app/(auth)/oauth/authorize/actions.ts',
    name: 'allow',
    needs: 'member',
    page: ({ oauthRequest }) => `/oauth/authorize?${oauthRequest}`,
    outcome: 'done',
    fields: ({ oauthRequest }) => ({ request: oauthRequest }),
  },
  { ...profile, name: 'leave', needs: 'member', fields: () => ({}) },
  {
    file: 'app/(app)/sign-out.ts',
    name: 'signOut',
    needs: 'anyone',
    page: ({ organization }) => `/${organization.slug}/settings/members`,
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
      token: 'x',
      organizationName: 'Mine',
      slug: 'mine',
      name: 'Me',
      email: 'me@example.com',
      password: 'a long sentence',
    }),
  },
]
