import { describe, expect, it } from 'vitest'
import { deploymentBody } from '@/lib/testing/factories'
import { describeRefusedKeys } from '@/lib/testing/refused-keys'
import { postEvent } from '@/lib/testing/webhook'

describe('POST /api/webhooks/deployments', () => {
  describeRefusedKeys((headers) => postEvent(null, deploymentBody(), { headers }))

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

  it('says nothing of the body to a stranger', async () => {
    const { status, body } = await postEvent('ldl_guess', null, { body: 'not json' })
    expect({ status, body }).toEqual({ status: 401, body: { error: 'Invalid or missing API key' } })
  })
})
