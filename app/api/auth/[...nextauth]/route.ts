import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { dropPlantedCallback } from '@/lib/auth/callback-cookie'
import { authOptions } from '@/lib/auth/options'
import { readSignInForm } from '@/lib/auth/read-sign-in-form'
import { AppError } from '@/lib/errors'
import { route } from '@/lib/http'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ nextauth: string[] }> }

/** The library reads bodies whole and logs what its `_log` is sent: it is given small forms, and never that. */
const handle = (request: NextRequest, context: Context) =>
  route(async () => {
    const [action] = (await context.params).nextauth
    if (action === '_log') throw new AppError('not_found', 'Not found')
    if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
      throw new AppError('method_not_allowed', 'Use GET or POST', { Allow: 'GET, HEAD, POST' })
    }
    const { url, method, headers } = request
    const body = method === 'POST' ? await readSignInForm(request) : undefined
    await dropPlantedCallback()
    return NextAuth(new NextRequest(url, { method, headers, body }), context, authOptions())
  })(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
