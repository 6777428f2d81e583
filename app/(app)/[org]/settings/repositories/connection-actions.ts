'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { createTokenConnection } from '@/lib/sources/connections/create-token'
import { removeConnection } from '@/lib/sources/connections/remove'
import { rotateToken } from '@/lib/sources/connections/rotate-token'
import { manifestSchema, tokenConnectionSchema, tokenSchema } from '@/lib/sources/connections/schema'
import { setTakesDeployments } from '@/lib/sources/connections/set-takes-deployments'
import { startManifest } from '@/lib/sources/connections/start-manifest'
import { webhookSettings } from '@/lib/sources/connections/webhook-settings'
import { addRepositories } from '@/lib/sources/repositories/add'
import { hostAction, memberAction } from '@/lib/web/action'
import { markInTurn } from '@/lib/web/change-in-turn'

const connectionId = z.coerce.number().int().positive().max(2_147_483_647)

export const createApp = hostAction('manager', manifestSchema, async (input, { actor }): Promise<void> => {
  const { owner, baseUrl } = input
  redirect(await startManifest(actor, { baseUrl, owner: owner ?? '' }))
})

export const connectToken = hostAction(
  'manager',
  tokenConnectionSchema,
  async (input, { actor, organization }, inTurn): Promise<void> => {
    const { id } = await createTokenConnection(actor, input, inTurn)
    redirect(`/${organization.slug}/settings/repositories/choose/${id}`)
  },
)

export const replaceToken = hostAction(
  'manager',
  z.object({ connectionId, token: tokenSchema }),
  async (input, { actor }, inTurn) => {
    await rotateToken(actor, input.connectionId, input.token, inTurn)
  },
)

export const showWebhook = memberAction('manager', z.object({ connectionId }), async (input, { actor }) =>
  webhookSettings(actor, input.connectionId),
)

export const takeDeployments = memberAction(
  'manager',
  z.object({ connectionId, takesDeployments: z.stringbool() }),
  async (input, { actor }) => setTakesDeployments(actor, input.connectionId, input.takesDeployments),
)

export const disconnect = memberAction('manager', z.object({ connectionId }), async (input, { actor }) =>
  removeConnection(actor, input.connectionId),
)

export const follow = hostAction(
  'manager',
  z.object({ connectionId, hostIds: z.string().max(10_000, 'Choose fewer repositories at once') }),
  async (input, { actor, organization }, inTurn): Promise<void> => {
    // Browsers send the ends of lines as CRLF.
    const hostIds = input.hostIds.split(/\r?\n/).filter((hostId) => hostId !== '')
    await addRepositories(actor, input.connectionId, hostIds, inTurn)
    redirect(`/${organization.slug}/settings/repositories`)
  },
  markInTurn,
)
