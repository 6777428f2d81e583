'use server'

import { z } from 'zod'
import { requireSession } from '@/lib/accounts/auth/current-user'
import { rememberBrowser } from '@/lib/accounts/auth/known-browser'
import { keepSession, openSession } from '@/lib/accounts/auth/open-session'
import { isRecentSignIn } from '@/lib/accounts/auth/recent-sign-in'
import { removeMember } from '@/lib/accounts/members/remove'
import { endOwnGrant } from '@/lib/accounts/oauth/end-grant'
import { endOtherSessions, endSessionOf } from '@/lib/accounts/sessions/end'
import { changePassword } from '@/lib/accounts/users/change-password'
import { disconnectAccount } from '@/lib/accounts/users/disconnect-account'
import { renameUser } from '@/lib/accounts/users/rename'
import { nameSchema, passwordSchema } from '@/lib/accounts/users/schema'
import { hashingAction, memberAction, userAction } from '@/lib/web/action'
import { keepTheme, themeSchema } from '@/lib/web/theme'

const id = z.coerce.number().int().positive().max(2_147_483_647)

export const rename = userAction(z.object({ name: nameSchema }), async ({ name }, user) => renameUser(user.id, name))

const passwordChangeSchema = z.object({
  currentPassword: z.string().default(''),
  newPassword: passwordSchema,
  keepSignIns: z.literal('on').optional(),
})

export const setNewPassword = hashingAction(passwordChangeSchema, async (input, user, inTurn) => {
  const signedInRecently = isRecentSignIn((await requireSession()).signedInAt, new Date())
  const keepSignIns = input.keepSignIns === 'on'
  const changed = await changePassword({ ...input, keepSignIns, userId: user.id, signedInRecently }, inTurn)
  await openSession(changed)
  await rememberBrowser(user.email, changed)
})

export const signOutElsewhere = userAction(z.object({}), async (_, user) => {
  const { sessionId } = await requireSession()
  const sessionToken = await endOtherSessions({ userId: user.id, sessionId })
  await keepSession({ sessionToken, userId: user.id })
})

export const endOne = userAction(z.object({ sessionId: id }), async ({ sessionId }, user) =>
  endSessionOf({ userId: user.id, sessionId: (await requireSession()).sessionId }, sessionId),
)

export const chooseTheme = userAction(z.object({ theme: themeSchema }), async ({ theme }) => keepTheme(theme))

export const disconnect = userAction(z.object({ provider: z.string() }), async ({ provider }, user) =>
  disconnectAccount({ userId: user.id, sessionId: (await requireSession()).sessionId, provider }),
)

export const revokeApplication = userAction(z.object({ grantId: id }), async ({ grantId }, user) =>
  endOwnGrant(user.id, grantId),
)

export const leave = memberAction('member', z.object({}), async (_, { actor, user }) =>
  removeMember(actor, { userId: user.id }),
)
