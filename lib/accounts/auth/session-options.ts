import type { NextAuthOptions } from 'next-auth'
import { authCookies } from '@/lib/accounts/auth/cookie-names'
import { returnPath } from '@/lib/accounts/auth/return-path'
import { endSession } from '@/lib/accounts/sessions/end'
import { sessionSeconds } from '@/lib/accounts/sessions/start'
import { env } from '@/lib/core/env'

/** The session cookie holds the token of a session and the id of its user, sealed, and nothing else. */
export function sessionOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/', verifyRequest: '/sign-in' },
    cookies: authCookies(),
    providers: [],
    callbacks: {
      redirect: ({ url, baseUrl }) =>
        baseUrl + returnPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
      jwt: ({ token, user }) => (user ? { ...user.sealed } : token),
      // Nothing here requests it, and it would be answered for a session that was ended as well.
      session: ({ session: { expires } }) => ({ expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (token?.sessionToken) await endSession(token.sessionToken)
      },
    },
  }
}
