'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { createTokenConnection } from '@/lib/connections/create-token'
import { removeConnection } from '@/lib/connections/remove'
import { rotateToken } from '@/lib/connections/rotate-token'
import { manifestSchema, tokenConnectionSchema, tokenSchema } from '@/lib/connections/schema'
import { setTakesDeployments } from '@/lib/connections/set-takes-deployments'
import { startManifest } from '@/lib/connections/start-manifest'
import { webhookSettings } from '@/lib/connections/webhook-settings'
import { addRepositories } from '@/lib/repositories/add'

const connectionId = z.coerce.number().int().positive().max(2_147_483_647)

export const createApp = memberAction(
  'manager',
  manifestSchema,
  async (input, { organization, user }): Promise<void> => {
    const { owner, baseUrl } = input
    redirect(await startManifest(organization.id, user.id, { baseUrl, owner: owner ?? '' }))
  },
)

export const connectToken = memberAction(
  'manager',
  tokenConnectionSchema,
  async (input, { organization, user }): Promise<void> => {
    const { id } = await createTokenConnection(organization.id, user.id, input)
    redirect(`/${organization.slug}/settings/repositories/choose/${id}`)
  },
)

export const replaceToken = memberAction(
  'manager',
  z.object({ connectionId, token: tokenSchema }),
  async (input, { organization, user }) => {
    await rotateToken(organization.id, user.id, input.connectionId, input.token)
  },
)

export const showWebhook = memberAction('manager', z.object({ connectionId }), async (input, { organization, user }) =>
  webhookSettings(organization.id, user.id, input.connectionId),
)

export const takeDeployments = memberAction(
  'manager',
  z.object({ connectionId, takesDeployments: z.stringbool() }),
  async (input, { organization, user }) =>
    setTakesDeployments(organization.id, user.id, input.connectionId, input.takesDeployments),
)

export const disconnect = memberAction('manager', z.object({ connectionId }), async (input, { organization, user }) =>
  removeConnection(organization.id, user.id, input.connectionId),
)

export const follow = memberAction(
  'manager',
  z.object({ connectionId, hostIds: z.string().max(10_000, 'Choose fewer repositories at once') }),
  async (input, { organization, user }): Promise<void> => {
    const hostIds = input.hostIds.split('\n').filter((hostId) => hostId !== '')
    await addRepositories(organization.id, user.id, input.connectionId, hostIds)
    redirect(`/${organization.slug}/settings/repositories`)
  },
)
