import type { IncomingMessage } from 'node:http'
import { mayHold, ourCookieNames, withoutSpace } from '@/lib/accounts/auth/cookie-names'
import { AppError } from '@/lib/core/errors'

/** More than any page, route or provider that sends a browser back uses. */
const maxParameters = 100

/**
 * More than any page has in its address. Next parses an address some ten times, 14 KB of quotes in 8 ms, and an
 * answer that waits for its reader holds as many copies of it.
 */
const maxAddressLength = 4 * 1024

/** What other applications and providers send a browser to may be twice as long, such as with a state that is signed. */
const maxLengthFromOthers = 8 * 1024
const fromOthers = /^\/(?:sign-in|oauth\/authorize|api\/auth\/callback\/[\w-]+)(?:[?#]|$)/

/**
 * Parameters that Next gives to itself. From others it takes them out one by one, and writes all of the address again
 * for each: 100 of them in 14 KB took it a sixth of a second.
 */
const ofNext = /^nxt[PI]/

/** Of a page or route some ten. Next takes each of its routes apart for every one: thousands took it 18 ms. */
const maxSegments = 32

/**
 * A name may have some. Next puts the value of a parameter, which may be all of the path, into each `[org]` of a path: 15 KB
 * of them became 81 MB.
 */
const maxBrackets = 16

/** What an opening bracket is in a path, encoded or not. */
const bracket = /\[|%5b/gi

/** A browser behind two proxies sends some forty. */
export const maxHeaderFields = 100

/** Clients resolve these before they send an address. Next resolves what is left, after it was judged as it is here. */
const unresolvedPath = /^[^?#]*(?:[\\\t\n\r]|\/(?:\.|%2e){1,2}(?:[/?#]|$))/i

/** Browsers and robots name themselves well before this. */
const maxAgentLength = 256

/**
 * Why the head of a request is refused, null when it is not; of its cookies those that we may have given are left,
 * each once, and of `User-Agent` the beginning. Next reads most of these in quadratic time: 16 KB of one would hold up
 * everyone for seconds.
 */
export function boundHead(request: IncomingMessage): AppError | null {
  const { url = '/', headers, rawHeaders } = request
  // Node leaves out what is beyond, which may be what says that there is a body.
  if (rawHeaders.length >= 2 * maxHeaderFields)
    return new AppError('invalid', `The request has too many header fields (at most ${maxHeaderFields - 1})`, {
      Connection: 'close',
    })
  const maxLength = fromOthers.test(url) ? maxLengthFromOthers : maxAddressLength
  if (url.length > maxLength)
    return new AppError('invalid', `The address is too long (at most ${maxLength} characters)`)
  if (headers.cookie !== undefined) headers.cookie = ourCookies(headers.cookie)
  if (headers['user-agent'] !== undefined) headers['user-agent'] = headers['user-agent'].slice(0, maxAgentLength)
  if (unresolvedPath.test(url)) return new AppError('invalid', 'The path has a part that is . or .., or a \\')
  const path = pathOf(url)
  if (path.split(bracket, maxBrackets + 2).length > maxBrackets + 1)
    return new AppError('invalid', `The path has too many brackets (at most ${maxBrackets})`)
  if (path.split('/', maxSegments + 2).length > maxSegments + 1)
    return new AppError('invalid', `The path has too many parts (at most ${maxSegments})`)
  const parameters = url
    .split('?')
    .slice(1)
    .join('?')
    .split('&', maxParameters + 1)
  if (parameters.length > maxParameters)
    return new AppError('invalid', `The address has too many parameters (at most ${maxParameters})`)
  const names = [...new URLSearchParams(parameters.join('&')).keys()]
  return names.some((name) => ofNext.test(name))
    ? new AppError('invalid', 'The address has a parameter of Next.js')
    : null
}

function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? ''
}

/** Cookies of other applications on the same host are common, and none of our business. */
function ourCookies(header: string): string {
  const ours = new Set(ourCookieNames())
  const kept = header.split(';').filter((cookie) => {
    const sent = cookie.split('=', 1)[0] ?? ''
    const name = withoutSpace(sent)
    return mayHold(name, cookie.slice(sent.length + 1)) && ours.delete(name)
  })
  return withoutSpace(kept.join(';'))
}
