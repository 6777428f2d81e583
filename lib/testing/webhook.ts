import { POST } from '@/app/api/webhooks/deployments/route'

export type Answer = { status: number; headers: Headers; body: unknown }

type Options = { headers?: Record<string, string>; body?: BodyInit; url?: string }

/** Posts to the webhook's route as a CI job would; `event` is sent as JSON unless `options.body` stands in for it. */
export async function postEvent(token: string | null, event: unknown, options: Options = {}): Promise<Answer> {
  const request = new Request(options.url ?? 'http://localhost/api/webhooks/deployments', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...options.headers,
    },
    body: options.body ?? JSON.stringify(event),
    duplex: 'half',
  } as RequestInit)
  const response = await POST(request)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
