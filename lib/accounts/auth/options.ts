import type { NextAuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import { decideSignIn } from '@/lib/accounts/auth/decide-sign-in'
import { knownBrowser, rememberBrowser } from '@/lib/accounts/auth/known-browser'
import { configuredProviders } from '@/lib/accounts/auth/providers'
import { sessionOptions } from '@/lib/accounts/auth/session-options'
import { signInWithPassword } from '@/lib/accounts/users/sign-in-with-password'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { createLineLimit } from '@/lib/core/limit-lines'
import { log } from '@/lib/core/log'
import { clientAddress } from '@/lib/http/rate-limit/client-address'

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
      if (user) await rememberBrowser(email.trim().toLowerCase(), user)
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
  const leftOut = linesOf(code)
  if (leftOut === null) return
  log.warn('sign-in failed', { code, providerId, reason: reasonOf(code, error), ...(leftOut > 0 && { leftOut }) })
}

/** Each request of a stranger can make one of these. */
const linesOf = createLineLimit()

/** Their messages hold what was sent. */
const quoteTheVisitor = new Set(['INVALID_CALLBACK_URL_ERROR', 'JWT_SESSION_ERROR'])

/** RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6, and GitHub's own. */
const oauthErrors = new Set([
  'access_denied',
  'account_selection_required',
  'application_suspended',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_request_object',
  'invalid_request_uri',
  'invalid_scope',
  'login_required',
  'redirect_uri_mismatch',
  'registration_not_supported',
  'request_not_supported',
  'request_uri_not_supported',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/** Without what stands in the address that a provider sends people back to: anyone can open that with any text. */
function reasonOf(code: string, error: Error): string {
  if (quoteTheVisitor.has(code)) return error.name
  const { message } = error
  // A connection that is refused has a code and no message.
  const known = message || String(Reflect.get(error, 'code'))
  if (!code.startsWith('OAUTH_CALLBACK')) return known
  if (error.name === 'Error') return oauthErrors.has(known) ? known : 'no error code of OAuth'
  return known.split(', got: ')[0] ?? known
}
