'use server'

import { z } from 'zod'
import { memberAction, userAction } from '@/lib/action'
import { signedInAt } from '@/lib/auth/current-user'
import { openSession } from '@/lib/auth/open-session'
import { isRecentSignIn, unixSeconds } from '@/lib/auth/recent-sign-in'
import { removeMember } from '@/lib/members/remove'
import { changePassword } from '@/lib/users/change-password'
import { disconnectAccount } from '@/lib/users/disconnect-account'
import { endOtherSessions } from '@/lib/users/end-other-sessions'
import { renameUser } from '@/lib/users/rename'
import { nameSchema, passwordSchema } from '@/lib/users/schema'

export const rename = userAction(z.object({ name: nameSchema }), async ({ name }, user) => renameUser(user.id, name))

const passwordChangeSchema = z.object({ currentPassword: z.string().default(''), newPassword: passwordSchema })

export const setNewPassword = userAction(passwordChangeSchema, async (input, user) => {
  const signedInRecently = isRecentSignIn(await signedInAt(), unixSeconds())
  await openSession(await changePassword({ ...input, userId: user.id, signedInRecently }))
})

export const signOutElsewhere = userAction(z.object({}), async (_, user) =>
  openSession(await endOtherSessions(user.id), await signedInAt()),
)

export const disconnect = userAction(z.object({ provider: z.string() }), async ({ provider }, user) =>
  disconnectAccount(user.id, provider),
)

export const leave = memberAction('member', z.object({}), async (_, { organization, user }) =>
  removeMember({ organizationId: organization.id, actor: user.id, userId: user.id }),
)
