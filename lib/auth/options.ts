import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { decideSignIn } from '@/lib/auth/decide-sign-in'
import { knownBrowser, rememberBrowser } from '@/lib/auth/known-browser'
import { configuredProviders } from '@/lib/auth/providers'
import { sessionOptions } from '@/lib/auth/session-options'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { clientAddress } from '@/lib/rate-limit/client-address'
import { signInWithPassword } from '@/lib/users/sign-in-with-password'

/** How people sign in: a password, and the providers that are configured. */
export function authOptions(): NextAuthOptions {
  const options = sessionOptions()
  return {
    ...options,
    providers: [passwordProvider(), ...configuredProviders(env())],
    callbacks: { ...options.callbacks, signIn: decideSignIn },
    logger: { error: logFailure, warn: () => undefined },
  }
}

function passwordProvider() {
  return CredentialsProvider({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: async (credentials, request) => {
      const address = clientAddress(new Headers(request.headers))
      const { email = '', password = '' } = credentials ?? {}
      const known = await knownBrowser()
      const user = await signInWithPassword({ email, password, address, known }).catch(refuse)
      if (user) await rememberBrowser(email.trim().toLowerCase())
      return user && { id: String(user.userId), signedIn: user }
    },
  })
}

/** The message of the error reaches the sign-in page as `?error=`. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw new Error(error.code)
  log.error('sign-in failed', { error })
  throw new Error('unavailable')
}

type Failure = Error | { error: Error; [detail: string]: unknown }

/** Logs why next-auth gave up, such as a provider that does not answer or does not know our secret. */
function logFailure(code: string, failure: Failure): void {
  const { error, providerId } = failure instanceof Error ? { error: failure } : failure
  // A connection that is refused has a code and no message.
  const reason = error.message || Reflect.get(error, 'code')
  log.warn('sign-in failed', { code, providerId, reason })
}
