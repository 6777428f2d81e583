'use server'

import { z } from 'zod'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { setTimeZone } from '@/lib/accounts/organizations/set-time-zone'
import { checkIssuer } from '@/lib/accounts/trusted-pipelines/check-issuer'
import { createTrust } from '@/lib/accounts/trusted-pipelines/create'
import { revokeTrust as revoke } from '@/lib/accounts/trusted-pipelines/revoke'
import { trustSchema } from '@/lib/accounts/trusted-pipelines/schema'
import { nameSchema } from '@/lib/accounts/users/schema'
import { baseUrl } from '@/lib/core/base-url'
import { checkPayload } from '@/lib/deployments/dry-run'
import { findExample } from '@/lib/deployments/find-example'
import { saveProductionNames as save } from '@/lib/deployments/production-names/save-production-names'
import { sendTestEvent } from '@/lib/deployments/send-test-event'
import { curl } from '@/lib/deployments/snippets/curl'
import { liveCurl } from '@/lib/deployments/snippets/live-curl'
import { KeyScope } from '@/lib/generated/prisma/enums'
import { leadTimeStarts } from '@/lib/insights/metrics/settings'
import { setMetricSettings } from '@/lib/insights/set-metric-settings'
import { findExamplePullRequest } from '@/lib/pull-requests/find-example'
import { hostAction, linkingAction, memberAction } from '@/lib/web/action'

/** The one answer that holds a key. */
export const generateKey = memberAction(
  'manager',
  z.object({ name: nameSchema, scope: z.enum(KeyScope).default('ingest') }),
  async (input, { actor, organization }) => {
    const { name, scope, token } = await createApiKey(actor, input.name, input.scope)
    return { name, scope, token, curl: await curlFor(scope, organization.id, token) }
  },
)

const idSchema = z.coerce.number().int().positive().max(2_147_483_647)

export const revokeKey = memberAction('manager', z.object({ apiKeyId: idSchema }), async ({ apiKeyId }, { actor }) =>
  revokeApiKey(actor, apiKeyId),
)

export const addTrust = hostAction('manager', trustSchema, async (trust, { actor }, inTurn) => {
  await checkIssuer(trust)
  await inTurn(() => createTrust(actor, trust))
})

export const revokeTrust = memberAction('manager', z.object({ trustId: idSchema }), async ({ trustId }, { actor }) =>
  revoke(actor, trustId),
)

export const sendTest = memberAction('manager', z.object({}), async (_, { actor }) => sendTestEvent(actor))

export const tryPayload = memberAction('manager', z.object({ payload: z.string() }), async (input, member) =>
  checkPayload(member, input.payload),
)

const linkingTimeoutMs = 8_000

export const saveProductionNames = linkingAction(
  'manager',
  z.object({ names: z.string().max(10_000, 'Use at most 20 names') }),
  async ({ names }, { actor }, inTurn) => save(actor, names.split('\n'), linkingTimeoutMs, inTurn),
)

export const saveTimeZone = memberAction('manager', z.object({ timeZone: z.string() }), async (input, { actor }) => {
  const { timeZone } = await setTimeZone(actor, input.timeZone)
  return { timeZone }
})

/** A checkbox that is not ticked is not sent. */
export const saveMetricSettings = memberAction(
  'manager',
  z.object({
    leadTimeFrom: z.enum(leadTimeStarts, `Choose one of ${leadTimeStarts.join(', ')}`),
    rolledBackFails: z
      .literal('on')
      .optional()
      .transform((ticked) => ticked === 'on'),
  }),
  async (settings, { actor }) => setMetricSettings(actor, settings),
)

/** What a new key is tried with. */
async function curlFor(scope: KeyScope, organizationId: number, apiKey: string): Promise<string> {
  if (scope === 'read')
    return liveCurl({ baseUrl: baseUrl(), apiKey, ...(await findExamplePullRequest(organizationId)) })
  const { service } = await findExample(organizationId)
  return curl({ baseUrl: baseUrl(), service, apiKey }).text
}
