'use server'

import { z } from 'zod'
import { requireSession } from '@/lib/accounts/auth/current-user'
import { readAuthorizationRequest } from '@/lib/accounts/oauth/authorization-request'
import { grantAccess } from '@/lib/accounts/oauth/grant-access'
import { hostAction } from '@/lib/web/action'

/** `request` is the query that the application sent the person with; it counts for nothing until it is read again. */
export const allow = hostAction(
  'member',
  z.object({ request: z.string().max(8_000) }),
  async ({ request: query }, { actor }, inTurn) => {
    const search = new URLSearchParams(query)
    const request = await readAuthorizationRequest(search, actor.userId)
    const { sessionId } = await requireSession()
    return { goTo: await inTurn(() => grantAccess(actor, { sessionId, search, request })) }
  },
)
