import type { NextAuthOptions } from 'next-auth'
import { unixSeconds } from '@/lib/auth/recent-sign-in'
import { returnPath } from '@/lib/auth/return-path'
import { env } from '@/lib/env'

const sessionSeconds = 30 * 24 * 60 * 60

/** Sessions are sealed cookies: a user, the session version they were opened under, and when that was. Nothing else. */
export function sessionOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/', verifyRequest: '/sign-in' },
    providers: [],
    callbacks: {
      redirect: ({ url, baseUrl }) =>
        baseUrl + returnPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url),
      jwt: ({ token, user }) =>
        user ? { sub: user.id, sessionVersion: user.sessionVersion, signedInAt: unixSeconds() } : token,
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { id: token.sub ?? '', sessionVersion: token.sessionVersion ?? 0 },
      }),
    },
  }
}
