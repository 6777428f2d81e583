import type { NextAuthOptions, User } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { currentUser } from '@/lib/auth/current-user'
import { configuredProviders } from '@/lib/auth/providers'
import { sessionOptions } from '@/lib/auth/session-options'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { clientAddress } from '@/lib/rate-limit/client-address'
import { signInWithPassword } from '@/lib/users/sign-in-with-password'
import { signInWithProvider } from '@/lib/users/sign-in-with-provider'

/** How people sign in: a password, and the providers that are configured. */
export function authOptions(): NextAuthOptions {
  const options = sessionOptions()
  return {
    ...options,
    providers: [passwordProvider(), ...configuredProviders(env())],
    callbacks: { ...options.callbacks, signIn: decideSignIn },
    logger: { error: (code) => log.warn('sign-in failed', { code }), warn: () => undefined },
  }
}

function passwordProvider() {
  return CredentialsProvider({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: async (credentials, request) => {
      const address = clientAddress(new Headers(request.headers))
      const { email = '', password = '' } = credentials ?? {}
      return asUser(await signInWithPassword({ email, password, address }).catch(refuse))
    },
  })
}

const decideSignIn: NonNullable<NonNullable<NextAuthOptions['callbacks']>['signIn']> = async ({ user, account }) => {
  if (!account || account.type === 'credentials') return true
  const answer = await signInWithProvider(
    {
      provider: account.provider,
      providerAccountId: account.providerAccountId,
      email: user.email ?? null,
      emailVerified: user.emailVerified === true,
      name: user.name ?? null,
    },
    (await currentUser())?.id ?? null,
  )
  if (answer.outcome === 'refused') return `/sign-in?error=${answer.reason}`
  // next-auth has no other way to tell its jwt callback whose account this is.
  Object.assign(user, asUser(answer.user))
  return true
}

function asUser(user: { userId: number; sessionVersion: number } | null): User | null {
  return user && { id: String(user.userId), sessionVersion: user.sessionVersion }
}

/** The message of the error reaches the sign-in page as `?error=`. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw new Error(error.code)
  log.error('sign-in failed', { error })
  throw new Error('unavailable')
}
