import type { TestUser } from '@/lib/testing/factories'
import { serverUrls } from '../support/servers'

/** Of users that `signInBy` signs in. */
export const password = 'correct horse battery'

export type Client = { cookies: Map<string, string>; csrfToken: string }

/** A browser's part of signing in, with everything in the caller's hands. */
export async function startClient(base: string, cookies = new Map<string, string>()): Promise<Client> {
  const response = await send(base, '/api/auth/csrf', { cookies, csrfToken: '' })
  return { cookies, csrfToken: (await response.json()).csrfToken }
}

/** Asks as this browser does, and keeps the cookies of the answer. */
export async function send(
  base: string,
  path: string,
  { cookies }: Client,
  form?: Record<string, string>,
): Promise<Response> {
  const response = await fetch(base + path, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form && { body: new URLSearchParams(form) }),
  })
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return response
}

/** Posts the form of the sign-in page with the user's password. */
export function signInBy(client: Client, user: TestUser, more: Record<string, string> = {}, base = serverUrls()[0]) {
  const { csrfToken } = client
  return send(base, '/api/auth/callback/credentials', client, {
    email: user.email,
    password,
    csrfToken,
    json: 'true',
    ...more,
  })
}

/** The session cookie; blank without a session. */
export const sessionOf = ({ cookies }: Client) => cookies.get('next-auth.session-token') ?? ''
