'use server'

import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { createApiKey } from '@/lib/api-keys/create'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { baseUrl } from '@/lib/base-url'
import { checkPayload } from '@/lib/deployments/dry-run'
import { findExample } from '@/lib/deployments/find-example'
import { sendTestEvent } from '@/lib/deployments/send-test-event'
import { saveProductionNames as save } from '@/lib/organizations/save-production-names'
import { setTimeZone } from '@/lib/organizations/set-time-zone'
import { curl } from '@/lib/snippets/curl'
import { nameSchema } from '@/lib/users/schema'

/** The one answer that holds a key. */
export const generateKey = memberAction(
  'manager',
  z.object({ name: nameSchema }),
  async (input, { organization, user }) => {
    const { service } = await findExample(organization.id)
    const { name, token } = await createApiKey(organization.id, input.name, user.id)
    const { text } = curl({ url: `${baseUrl()}/api/webhooks/deployments`, service, apiKey: token })
    return { name, token, curl: text }
  },
)

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
  async ({ names }, { organization }) => save(organization.id, names.split('\n'), linkingPatienceMs),
)

export const saveTimeZone = memberAction(
  'manager',
  z.object({ timeZone: z.string() }),
  async (input, { organization }) => {
    const { timeZone } = await setTimeZone(organization.id, input.timeZone)
    return { timeZone }
  },
)
