import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { dropPlantedCallback } from '@/lib/accounts/auth/callback-cookie'
import { noteConnecting } from '@/lib/accounts/auth/connecting-session'
import { authOptions } from '@/lib/accounts/auth/options'
import { inProviderPlace } from '@/lib/accounts/auth/provider-places'
import { readSignInForm } from '@/lib/accounts/auth/read-sign-in-form'
import { refuseSignInAddress } from '@/lib/accounts/auth/refuse-sign-in-address'
import { AppError } from '@/lib/core/errors'
import { route } from '@/lib/http/http'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }

/** The only actions that reach the library: it would also write what it is sent into the log. */
const actions = ['callback', 'csrf', 'error', 'providers', 'session', 'signin', 'signout', 'verify-request']

/** The library reads bodies whole, also as JSON, so it is given small forms. */
const handle = (request: NextRequest, context: Context) =>
  route(async () => {
    const [action = '', provider] = (await context.params).nextauth
    if (!actions.includes(action)) throw nothingHere()
    const { url, method, headers } = request
    // The library takes a password in an address for a fault of its own.
    const allowed = action === 'callback' && provider === 'credentials' ? ['POST'] : ['GET', 'POST']
    if (!allowed.includes(method)) {
      throw new AppError('method_not_allowed', `Use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') })
    }
    refuseSignInAddress(action, new URL(url))
    const form = method === 'POST' && (await readSignInForm(request))
    await dropPlantedCallback()
    if (action === 'signin') await noteConnecting()
    const ask = () => NextAuth(new NextRequest(url, { method, headers, ...form }), context, authOptions())
    const asksProvider = ['callback', 'signin'].includes(action) && provider !== 'credentials'
    const answer: Response = await (asksProvider ? inProviderPlace(headers, ask) : ask())
    if (isItsOwnRefusal(answer)) throw nothingHere()
    return answer
  })(request)

/** It names itself in the text of one, for a method or provider that an action does not have. */
function isItsOwnRefusal({ status, headers }: Response): boolean {
  return status === 400 && headers.get('content-type') !== 'application/json'
}

function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address')
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
