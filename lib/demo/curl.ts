import type { NextEvent } from './next-event'

/** A line for a POSIX shell that posts an event as a new deployment that starts and ends when it is run. */
export function curlLine(url: string, token: string, event: NextEvent): string {
  const now = `'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'`
  const body = { deploymentId: `demo-'"$(date +%s)"'`, ...event, startedAt: now, completedAt: now }
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json']
  const parts = [
    `curl --fail-with-body --location --silent --show-error --write-out '\\n'`,
    `${url}/api/webhooks/deployments`,
    ...headers.map((line) => `-H '${line}'`),
  ]
  const json = Object.entries(body).map(([field, value]) => `"${field}":"${value}"`)
  return [...parts, `-d '{${json.join(',')}}'`].join(' ')
}
