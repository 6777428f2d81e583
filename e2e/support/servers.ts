/** Addresses of the two server processes under test. */
export function serverUrls(): [string, string] {
  const { LEADLINE_URL: first, LEADLINE_URL_2: second } = process.env
  if (!first || !second) throw new Error('The servers were not started')
  return [first, second]
}

export type Answer = {
  status: number
  headers: Headers
  body: { action?: string; deploymentId?: number; error?: string }
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
