import { Agent } from 'node:http'
import { createTenant } from '@/lib/testing/factories'
import { formatNumber, formatTally, inLanes, scaled } from './amounts'
import type { Guarantee, Outcome } from './guarantee'
import { hostileRequests } from './hostile-requests'
import { rawPost } from './raw-post'
import { withLeadline, withOwnDatabase } from './servers'
import { readEverything } from './stored-readable'

const fullGenerated = 10_000
const lanes = 4

/** Nothing that a caller sends makes the server fail, wait, or store what cannot be read again. */
export const badInput: Guarantee = {
  name: 'bad-input',
  title: '10,000 generated bad inputs and a corpus',
  target: '0 answers of 500 and above, 0 hangs, 0 unreadable records',
  measure: (scale, report) =>
    withOwnDatabase((databaseUrl) =>
      withLeadline(databaseUrl, {}, ({ url }) => measure(url, scaled(fullGenerated, scale), report)),
    ),
}

async function measure(url: string, generated: number, report: (text: string) => void): Promise<Outcome> {
  const { organization, token } = await createTenant()
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const answers: (number | string)[] = []
  await inLanes(lanes, hostileRequests(generated), async ({ body, headers }) => {
    const header = ['Authorization', `Bearer ${token}`, ...Object.entries(headers).flat()]
    answers.push(await rawPost(url, { header, body, agent }))
    report(`${formatNumber(answers.length)} answered`)
  })
  agent.destroy()
  const { stored, unreadable } = await readEverything(organization.id)
  const unanswered = answers.filter((answer) => typeof answer === 'string')
  const failed = answers.filter((answer) => typeof answer === 'number' && answer >= 500)
  const counts = [
    `${failed.length} of ${formatNumber(answers.length)} answers of 500 and above`,
    `${unanswered.length} without an answer${unanswered.length > 0 ? ` (${formatTally(unanswered.map(String))})` : ''}`,
    `${unreadable.length} of ${formatNumber(stored)} records unreadable`,
  ]
  return {
    measured: `${counts.join(', ')}; ${formatTally(answers.map(String).sort())}`,
    met: failed.length + unanswered.length + unreadable.length === 0 && stored > 0,
  }
}
