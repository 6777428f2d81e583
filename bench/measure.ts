import autocannon, { type Result } from 'autocannon'
import { percentile } from './statistics'

/** What is posted where, and what must come back. */
export type Scenario = {
  title: string
  /** Of one server, or of several that take the connections in turn. */
  addresses: readonly string[]
  token: string
  nextEvent: () => Record<string, unknown>
  expected: { status: number; body: RegExp }
  /** Where several events are one request: how many, and on how many connections instead of those of the others. */
  batch?: { events: number; connections: number }
}

/** Of batches their events are counted, and the latency is that of a batch. */
export type Measurement = { requests: number; requestsPerSecond: number; p50Ms: number; p99Ms: number }

/**
 * Posts events one after the other on each of so many connections for some seconds. Throws when a single answer
 * is not the expected one.
 */
export async function measure(scenario: Scenario, usualConnections: number, seconds: number): Promise<Measurement> {
  const { title, addresses, token, nextEvent, expected, batch } = scenario
  const connections = batch?.connections ?? usualConnections
  const eventsEach = batch?.events ?? 1
  const nextBody = () => (batch ? Array.from({ length: eventsEach }, nextEvent) : nextEvent())
  const latenciesMs: number[] = []
  const result = await new Promise<Result>((resolve, reject) => {
    const load = autocannon(
      {
        // Takes several, which its types do not say.
        url: addresses as unknown as string,
        method: 'POST',
        connections,
        duration: seconds,
        sampleInt: 100,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        requests: [{ setupRequest: (request) => ({ ...request, body: JSON.stringify(nextBody()) }) }],
        verifyBody: (body) => expected.body.test(String(body)),
      },
      (error, outcome) => (error ? reject(error) : resolve(outcome)),
    )
    load.on('response', (_client, _status, _bytes, latencyMs) => latenciesMs.push(latencyMs))
  })
  if (latenciesMs.length === 0) throw new Error(`${title}: no answer within ${seconds} s`)
  const answers = Object.keys(result.statusCodeStats ?? {})
  if (result.errors + result.mismatches > 0 || answers.some((status) => Number(status) !== expected.status)) {
    throw new Error(
      `${title}: expected only ${expected.status} with ${expected.body.source}; ` +
        `got status ${answers.join(', ')}, ${result.mismatches} other bodies, ${result.errors} errors`,
    )
  }
  latenciesMs.sort((a, b) => a - b)
  return {
    requests: latenciesMs.length * eventsEach,
    requestsPerSecond: (latenciesMs.length * eventsEach) / result.duration,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  }
}
