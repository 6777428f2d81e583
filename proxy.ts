import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { setStrictTransport } from '@/lib/http/strict-transport'

/** Gives every page a content security policy with a nonce of its own, and passes it its own address. */
export function proxy(request: NextRequest): NextResponse {
  const policy = contentSecurityPolicy(randomBytes(16).toString('base64'))
  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', policy)
  headers.set('x-leadline-path', request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  setStrictTransport(response.headers)
  return response
}

/** Pages only: what a proxy touches is cut at 10 MB, so routes that read bodies stay out of its way. */
export const config = {
  matcher:
    '/((?!api/|(?:healthz|readyz)(?:/|$)|_next/|mcp(?:/|$)|\\.well-known/|oauth/(?:register|revoke|token)(?:/|$)).*)',
}

function contentSecurityPolicy(nonce: string): string {
  const development = process.env.NODE_ENV === 'development'
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self'${development ? " 'unsafe-inline'" : ''}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
