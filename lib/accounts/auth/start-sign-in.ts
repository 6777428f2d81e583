/** What came of it: where to go next, or the code of what went wrong. */
export type SignInAnswer = { goTo: string } | { error: string }

/** Signs this browser in with a password. For the browser, as the next one: what next-auth/react does, in a tenth of it. */
export function startPasswordSignIn(email: string, password: string, callbackUrl: string): Promise<SignInAnswer> {
  return post('callback/credentials', { email, password, callbackUrl })
}

/** Asks where a provider wants people to sign in; they come back to `callbackUrl`. */
export function startProviderSignIn(provider: string, callbackUrl: string): Promise<SignInAnswer> {
  return post(`signin/${encodeURIComponent(provider)}`, { callbackUrl })
}

async function post(action: string, fields: Record<string, string>): Promise<SignInAnswer> {
  try {
    const { csrfToken } = await (await fetch('/api/auth/csrf')).json()
    const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' })
    const { url } = await (await fetch(`/api/auth/${action}`, { method: 'POST', body })).json()
    const { searchParams } = new URL(url, window.location.href)
    const error = searchParams.get('error') ?? (searchParams.has('csrf') ? 'SessionRequired' : null)
    return error === null ? { goTo: url } : { error }
  } catch {
    return { error: 'unreachable' }
  }
}
