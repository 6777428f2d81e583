'use server'

import { z } from 'zod'
import { memberAction } from '@/lib/action'
import { createApiKey } from '@/lib/api-keys/create'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { baseUrl } from '@/lib/base-url'
import { checkPayload } from '@/lib/deployments/dry-run'
import { findExample } from '@/lib/deployments/find-example'
import { sendTestEvent } from '@/lib/deployments/send-test-event'
import { KeyScope } from '@/lib/generated/prisma/enums'
import { leadTimeStarts } from '@/lib/metrics/settings'
import { saveProductionNames as save } from '@/lib/organizations/save-production-names'
import { setMetricSettings } from '@/lib/organizations/set-metric-settings'
import { setTimeZone } from '@/lib/organizations/set-time-zone'
import { findExamplePullRequest } from '@/lib/pull-requests/find-example'
import { curl } from '@/lib/snippets/curl'
import { liveCurl } from '@/lib/snippets/live-curl'
import { nameSchema } from '@/lib/users/schema'

/** The one answer that holds a key. */
export const generateKey = memberAction(
  'manager',
  z.object({ name: nameSchema, scope: z.enum(KeyScope).default('ingest') }),
  async (input, { organization, user }) => {
    const { name, scope, token } = await createApiKey(organization.id, input.name, user.id, input.scope)
    return { name, scope, token, curl: await curlFor(scope, organization.id, token) }
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

export const tryPayload = memberAction('manager', z.object({ payload: z.string() }), async (input, member) =>
  checkPayload(member, input.payload),
)

const linkingPatienceMs = 8_000

export const saveProductionNames = memberAction(
  'manager',
  z.object({ names: z.string().max(10_000, 'Use at most 20 names') }),
  async ({ names }, { organization, user }) => save(organization.id, names.split('\n'), user.id, linkingPatienceMs),
)

export const saveTimeZone = memberAction(
  'manager',
  z.object({ timeZone: z.string() }),
  async (input, { organization, user }) => {
    const { timeZone } = await setTimeZone(organization.id, input.timeZone, user.id)
    return { timeZone }
  },
)

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
  async (settings, { organization, user }) => setMetricSettings(organization.id, settings, user.id),
)

/** What a new key is tried with. */
async function curlFor(scope: KeyScope, organizationId: number, apiKey: string): Promise<string> {
  if (scope === 'read')
    return liveCurl({ baseUrl: baseUrl(), apiKey, ...(await findExamplePullRequest(organizationId)) })
  const { service } = await findExample(organizationId)
  return curl({ url: `${baseUrl()}/api/webhooks/deployments`, service, apiKey }).text
}
