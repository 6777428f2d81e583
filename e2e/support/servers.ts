/** Addresses of the two server processes under test. */
export function serverUrls(): [string, string] {
  return [address('LEADLINE_URL'), address('LEADLINE_URL_2')]
}

/** Addresses of two processes of `npm run ingest` on the database of those. */
export function ingestUrls(): [string, string] {
  return [address('LEADLINE_INGEST_URL'), address('LEADLINE_INGEST_URL_2')]
}

/** A server without users yet, and its database. */
export function emptyServer(): { url: string; databaseUrl: string } {
  return { url: address('LEADLINE_URL_EMPTY'), databaseUrl: address('LEADLINE_EMPTY_DATABASE_URL') }
}

function address(name: string): string {
  const url = process.env[name]
  if (!url) throw new Error('The servers were not started')
  return url
}

export type Answer = {
  status: number
  headers: Headers
  body: { action?: string; deploymentId?: number; linkedPRs?: number; error?: string }
}

/** Posts one event to a server, over a connection like any other client's. Redirects are not followed. */
export async function post(url: string, token: string, event: unknown): Promise<Answer> {
  const response = await fetch(`${url}/api/webhooks/deployments`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(event),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export type BatchAnswer = Omit<Answer, 'body'> & {
  body: { stored?: number; refused?: number; results?: (Answer['body'] & { status: number })[]; error?: string }
}

/** Posts many events at once, as lines unless `type` says otherwise. */
export async function postBatch(
  url: string,
  token: string,
  body: string,
  type = 'application/x-ndjson',
): Promise<BatchAnswer> {
  const response = await fetch(`${url}/api/webhooks/deployments/batch`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** As `post`, for an event that a test builds on: throws unless it was stored. */
export async function record(url: string, token: string, event: unknown): Promise<Answer> {
  const answer = await post(url, token, event)
  if (![200, 201].includes(answer.status)) throw new Error(`Not stored: ${JSON.stringify(answer)}`)
  return answer
}
