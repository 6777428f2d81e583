import { currentUser } from '@/lib/accounts/auth/current-user'
import { statusOf } from '@/lib/core/errors'
import { escapeHtml } from '@/lib/core/escape-html'
import { publicError, route } from '@/lib/http/http'

type Handler = (search: URLSearchParams, userId: number) => Promise<Response>

/**
 * A route that other sites send signed-in people to: a visitor who is not signed in does that first and comes back, and
 * what is refused is said on a page.
 */
export function browserRoute(handler: Handler): (request: Request) => Promise<Response> {
  return route(async (request) => {
    const { pathname, search, searchParams } = new URL(request.url)
    const user = await currentUser()
    if (!user) return redirectTo(`/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`)
    try {
      return await handler(searchParams, user.id)
    } catch (error) {
      const failure = publicError(error)
      if (failure !== error) throw error
      return htmlResponse(refusalPage(failure.message), { status: statusOf[failure.code] })
    }
  })
}

/** Sends the browser on; `location` is a path of this site or an address elsewhere. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } })
}

/** A page that is not drawn by React, with a content security policy that lets it do nothing unless one is given. */
export function htmlResponse(
  html: string,
  { status = 200, policy = "default-src 'none'; frame-ancestors 'none'" } = {},
): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return new Response(html, { status, headers })
}

function refusalPage(message: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Leadline</title>
<p>${escapeHtml(message)}</p>
<p><a href="/">Back to Leadline</a></p>
</html>
`
}
