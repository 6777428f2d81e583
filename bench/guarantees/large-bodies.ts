import { Agent } from 'node:http'
import { Readable } from 'node:stream'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { watchMemory } from '@/lib/testing/watch-memory'
import { formatTally, inLanes, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { postEvent } from './post-event'
import { rawPost } from './raw-post'
import { type Leadline, withLeadline, withOwnDatabase } from './servers'

const fullBodies = 100
const lanes = 10
const bodyBytes = 50_000_000
const chunk = Buffer.alloc(64 * 1024, 'x')
const maxGrowthMegabytes = 50
const warmUpEvents = 500

/** Endless bodies do not fill the server's memory. */
export const largeBodies: Guarantee = {
  name: 'large-bodies',
  title: '100 bodies of 50 MB, chunked, 10 at once',
  target: '100 × 413, memory grows by less than 50 MB',
  measure: (scale, report) =>
    withOwnDatabase((databaseUrl) =>
      withLeadline(databaseUrl, {}, (server) => measure(server, scaled(fullBodies, scale), report)),
    ),
}

async function measure(server: Leadline, bodies: number, report: (text: string) => void): Promise<Outcome> {
  const { token } = await createTenant()
  const header = ['Authorization', `Bearer ${token}`, 'Content-Type', 'application/json']
  // What a process that has answered nothing yet loads for its first events is not what bodies cost.
  await inLanes(lanes, Array.from({ length: warmUpEvents }), async () => {
    await postEvent(server.url, token, deploymentBody())
  })
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const memory = await watchMemory(server.pid())
  const answers: string[] = []
  await inLanes(lanes, Array.from({ length: bodies }), async () => {
    answers.push(String(await rawPost(server.url, { header, body: Readable.from(largeBody()), agent })))
    report(`${answers.length} of ${bodies}`)
  })
  agent.destroy()
  const growth = await memory.finish()
  return {
    measured: `${formatTally(answers)}, ${growth === null ? 'memory not measured' : `memory grew by ${growth} MB`}`,
    met: answers.every((answer) => answer === '413') && (growth ?? 0) < maxGrowthMegabytes,
  }
}

function* largeBody(): Generator<Buffer> {
  yield Buffer.from('{"rawPayload":{"text":"')
  for (let sent = 0; sent < bodyBytes; sent += chunk.length) yield chunk
  yield Buffer.from('"}}')
}
