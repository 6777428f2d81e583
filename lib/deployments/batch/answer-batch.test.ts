import { expect, it, onTestFinished, vi } from 'vitest'
import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import { fairQueue, type QueueState } from '@/lib/core/fair-queue'
import { holder } from '@/lib/deployments/request-log/process-recorder'
import { answerBatch } from './answer-batch'

const found = { organizationId: 1, apiKeyId: 1 } as KeySender
const long = Buffer.from(JSON.stringify({ pad: 'x'.repeat(20_000) }))

/** Takes the only turn for parsing, until the function that it gives is called. */
function holdParsing(): () => void {
  let release = () => {}
  const { leadlineParsing } = globalThis as { leadlineParsing?: QueueState }
  const one = { total: 1, organization: 1, person: 1 }
  const held = new Promise<void>((end) => {
    release = end
  })
  void fairQueue({ running: one, waiting: one, maxWaitMs: 0 }, leadlineParsing)({ ...found, userId: 1 }, () => held)
  return release
}

it('events wait for their turn to be parsed for as long as their batch has time', async () => {
  holder.leadlineRequestRecorder = { record: async () => {}, finish: async () => {} }
  onTestFinished(() => {
    holder.leadlineRequestRecorder = undefined
  })
  onTestFinished(holdParsing())
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const events = Array<Buffer>(200).fill(long)
  const answered = answerBatch({ requestId: 'r', events, found, sender: async () => found, count: async () => {} })
  await vi.advanceTimersByTimeAsync(8_000)
  const late = {
    status: 503,
    error: 'The time for this batch is up: not stored, post this event again',
    retryAfter: 2,
  }
  expect(await answered).toEqual([expect.objectContaining({ status: 503, retryAfter: 5 }), ...Array(199).fill(late)])
})
