import type { User } from 'next-auth'
import type { AdapterUser } from 'next-auth/adapters'
import { takeConnecting } from '@/lib/accounts/auth/connecting-session'
import { currentSession } from '@/lib/accounts/auth/current-user'
import { beginSession } from '@/lib/accounts/auth/open-session'
import { isRecentSignIn } from '@/lib/accounts/auth/recent-sign-in'
import { type ProviderSignIn, signInWithProvider, type Visitor } from '@/lib/accounts/users/sign-in-with-provider'
import { log } from '@/lib/core/log'

type Question = { user: User | AdapterUser }

/**
 * next-auth's question whether a user may sign in: true, with their session started, or the page that says why not.
 * It sends the text of an error to the browser and logs nothing, so this never throws. What next-auth calls the account is
 * not looked at: whatever a provider answers beside the tokens is written over it.
 */
export async function decideSignIn({ user }: Question): Promise<true | string> {
  try {
    return await decide(user)
  } catch (error) {
    log.error('sign-in failed', { providerId: providerOf(user), error })
    return '/sign-in?error=unavailable'
  }
}

async function decide(user: Question['user']): Promise<true | string> {
  const answer = await identify(user)
  if (answer.outcome === 'refused') return `/sign-in?error=${answer.reason}`
  const sessionToken = await beginSession(answer.user)
  if (sessionToken === null) return '/sign-in?error=CredentialsSignin'
  // next-auth has no other way to tell its jwt callback which session this is.
  user.sealed = { sessionToken, userId: answer.user.userId }
  return true
}

async function identify(user: Question['user']): Promise<ProviderSignIn> {
  if ('signedIn' in user && user.signedIn) return { outcome: 'signed-in', user: user.signedIn }
  const identity = {
    provider: providerOf(user) ?? '',
    providerAccountId: user.id,
    email: user.email ?? null,
    emailVerified: user.emailVerified === true,
    name: user.name ?? null,
  }
  return signInWithProvider(identity, await visitor())
}

const providerOf = (user: Question['user']) => ('provider' in user ? user.provider : undefined)

async function visitor(): Promise<Visitor | null> {
  const connecting = await takeConnecting()
  const session = await currentSession()
  if (!session) return null
  const { sessionId, signedInAt, user } = session
  const signedInRecently = isRecentSignIn(signedInAt, new Date())
  return { userId: user.id, sessionId, signedInRecently, choseToConnect: connecting === sessionId }
}
