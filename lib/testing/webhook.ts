import { POST as POST_BATCH } from '@/app/api/webhooks/deployments/batch/route'
import { POST } from '@/app/api/webhooks/deployments/route'
import type { BatchEntry } from '@/lib/deployments/batch/answer-batch'

export type Answer = { status: number; headers: Headers; body: unknown }

type Options = { headers?: Record<string, string>; body?: BodyInit; url?: string }

/** Posts to the webhook's route as a CI job would; `event` is sent as JSON unless `options.body` stands in for it. */
export async function postEvent(token: string | null, event: unknown, options: Options = {}): Promise<Answer> {
  const response = await POST(requestWith(token, event, options))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export type BatchAnswer = Omit<Answer, 'body'> & {
  body: { stored?: number; refused?: number; results: BatchEntry[]; error?: string }
}

/** The same to the route of batches, as an array unless `options` say otherwise. */
export async function postBatch(
  token: string | null,
  events: readonly unknown[],
  options: Options = {},
): Promise<BatchAnswer> {
  const response = await POST_BATCH(requestWith(token, events, options))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

function requestWith(token: string | null, value: unknown, options: Options): Request {
  return new Request(options.url ?? 'http://localhost/api/webhooks/deployments', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    body: options.body ?? JSON.stringify(value),
    duplex: 'half',
  } as RequestInit)
}
