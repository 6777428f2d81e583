'use server'

import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { createApiKey } from '@/lib/api-keys/create'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { baseUrl } from '@/lib/base-url'
import { checkPayload } from '@/lib/deployments/dry-run'
import { findExample } from '@/lib/deployments/find-example'
import { sendTestEvent } from '@/lib/deployments/send-test-event'
import { setProductionNames } from '@/lib/organizations/set-production-names'
import { setTimeZone } from '@/lib/organizations/set-time-zone'
import { settledWithin } from '@/lib/settled-within'
import { curl } from '@/lib/snippets/curl'

const keySchema = z.object({
  name: z.string().trim().min(1, 'Say what the key is for').max(100, 'Use at most 100 characters'),
})

/** The one answer that holds a key. */
export const generateKey = memberAction('manager', keySchema, async ({ name }, { organization, user }) => {
  const { service } = await findExample(organization.id)
  const { token } = await createApiKey(organization.id, name, user.id)
  const { text } = curl({ url: `${baseUrl()}/api/webhooks/deployments`, service, apiKey: token })
  return { name, token, curl: text }
})

export const revokeKey = memberAction(
  'manager',
  z.object({ apiKeyId: z.coerce.number().int().positive().max(2_147_483_647) }),
  async ({ apiKeyId }, { organization, user }) => revokeApiKey(organization.id, apiKeyId, user.id),
)

export const sendTest = memberAction('manager', z.object({}), async (_, { organization, user }) =>
  sendTestEvent(organization.id, user.id),
)

export const tryPayload = memberAction('manager', z.object({ payload: z.string() }), async (input, { organization }) =>
  checkPayload(organization.id, input.payload),
)

const linkingPatienceMs = 8_000

export const saveProductionNames = memberAction(
  'manager',
  z.object({ names: z.string().max(10_000, 'Use at most 20 names') }),
  async ({ names }, { organization }) => {
    const { linked } = await setProductionNames(organization.id, names.split('\n'))
    return { linked: await settledWithin(linked, linkingPatienceMs) }
  },
)

export const saveTimeZone = memberAction(
  'manager',
  z.object({ timeZone: z.string() }),
  async (input, { organization }) => {
    const { timeZone } = await setTimeZone(organization.id, input.timeZone)
    return { timeZone }
  },
)
