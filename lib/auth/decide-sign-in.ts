import type { Account, User } from 'next-auth'
import type { AdapterUser } from 'next-auth/adapters'
import { currentUser, signedInAt } from '@/lib/auth/current-user'
import { isRecentSignIn, unixSeconds } from '@/lib/auth/recent-sign-in'
import { log } from '@/lib/log'
import { signInWithProvider, type Visitor } from '@/lib/users/sign-in-with-provider'

type Question = { user: User | AdapterUser; account: Account | null }

/**
 * next-auth's question whether somebody may come in: true, or the page that says why not. It takes the text of an error
 * to the browser and tells nobody else, so this never throws.
 */
export async function decideSignIn({ user, account }: Question): Promise<true | string> {
  if (!account || account.type === 'credentials') return true
  try {
    return await decide(user, account)
  } catch (error) {
    log.error('sign-in failed', { providerId: account.provider, error })
    return '/sign-in?error=unavailable'
  }
}

async function decide(user: Question['user'], { provider, providerAccountId }: Account): Promise<true | string> {
  const identity = {
    provider,
    providerAccountId,
    email: user.email ?? null,
    emailVerified: user.emailVerified === true,
    name: user.name ?? null,
  }
  const answer = await signInWithProvider(identity, await visitor())
  if (answer.outcome === 'refused') return `/sign-in?error=${answer.reason}`
  // next-auth has no other way to tell its jwt callback whose account this is.
  Object.assign(user, { id: String(answer.user.userId), sessionVersion: answer.user.sessionVersion })
  return true
}

async function visitor(): Promise<Visitor | null> {
  const user = await currentUser()
  return user && { userId: user.id, signedInRecently: isRecentSignIn(await signedInAt(), unixSeconds()) }
}
