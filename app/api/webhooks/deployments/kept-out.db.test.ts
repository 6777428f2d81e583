import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { db } from '@/lib/db/db'
import { listWebhookRequests } from '@/lib/deployments/request-log/list'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { describeRefusedKeys } from '@/lib/testing/refused-keys'
import { postEvent } from '@/lib/testing/webhook'

describe('POST /api/webhooks/deployments', () => {
  describeRefusedKeys('ingest', (headers) => postEvent(null, deploymentBody(), { headers }))

  it('never reads the body before the key is known', async () => {
    const unread = new ReadableStream(
      {
        pull() {
          throw new Error('the body was read')
        },
      },
      { highWaterMark: 0 },
    )
    expect((await postEvent(null, null, { body: unread })).status).toBe(401)
  })

  it('takes nothing from a key that only reads, and says so in the log of requests', async () => {
    const { organization } = await createTenant()
    const { id, token } = await createApiKey(operatorOf(organization.id), 'reader', 'read')
    expect((await postEvent(token, deploymentBody())).status).toBe(403)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
    await finishRequestLog()
    const { rows } = await listWebhookRequests(organization.id, {}, null, 10)
    expect(rows).toMatchObject([{ statusCode: 403, key: { id }, outcome: expect.stringContaining('only read') }])
  })

  it('says nothing of the body to a stranger', async () => {
    const { status, body } = await postEvent('ldl_guess', null, { body: 'not json' })
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid or missing API key' } })
  })
})
