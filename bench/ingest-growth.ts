import { randomUUID } from 'node:crypto'
import { findSender } from '@/lib/accounts/sender'
import { setDatabaseUrl } from '@/lib/core/env'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { recordDeployment } from '@/lib/deployments/record'
import { type DeploymentEvent, parseDeploymentEvent } from '@/lib/deployments/schema'
import { deploymentBody } from '@/lib/testing/factories'
import { latest, organizationId } from './insights-data'
import { withProgress } from './replay-progress'
import { spreadOf } from './statistics'

const rounds = 8
const pairsInRound = 1_000
const lanes = 4

/**
 * Events a second that the webhook's verb stores in a small history and in a great one, in alternation: each round half
 * of them create deployments in progress and half are production successes that link a new pull request.
 */
export async function measureIngestion(urls: { small: string; great: string }, deployments: number): Promise<string> {
  const ratios: number[] = []
  const rates = { small: [] as number[], great: [] as number[] }
  await withProgress('events', async (report) => {
    // The first warms caches and the compiler up.
    for (let round = 0; round <= rounds; round += 1) {
      const [first, second] = round % 2 === 0 ? (['small', 'great'] as const) : (['great', 'small'] as const)
      const perSecond = { small: 0, great: 0 }
      for (const size of [first, second]) perSecond[size] = await storeEvents(urls[size], round)
      report(`${round} of ${rounds} rounds`)
      if (round === 0) continue
      rates.small.push(perSecond.small)
      rates.great.push(perSecond.great)
      ratios.push(perSecond.great / perSecond.small)
    }
  })
  const { median, min, max } = spreadOf(ratios)
  const line = (size: 'small' | 'great', count: number) =>
    `  at ${count.toLocaleString('en').padStart(9)} deployments ${Math.round(spreadOf(rates[size]).median)} events a second`
  return [
    'Events, half in progress and half production successes that link, medians',
    line('small', deployments / 100),
    line('great', deployments),
    `  ratio within a round ${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`,
  ].join('\n')
}

async function storeEvents(url: string, round: number): Promise<number> {
  setDatabaseUrl(url)
  try {
    const shas = await storePullRequests(round)
    const sender = await findSender(organizationId)
    const events = shas.flatMap((sha, index) => eventsOf(sha, round * pairsInRound + index))
    const began = performance.now()
    const store = async (lane: number) => {
      for (let index = lane; index < events.length; index += lanes) {
        const event = events[index]
        if (event) await recordDeployment(sender, event, databaseBudget(60_000))
      }
    }
    await Promise.all(Array.from({ length: lanes }, (_, lane) => store(lane)))
    return events.length / ((performance.now() - began) / 1000)
  } finally {
    await db().close()
  }
}

/**
 * Merged just before the latest deployments, and not deployed yet. Returns their merge commits, in turn those of
 * different repositories: deployments of one wait for each other.
 */
async function storePullRequests(round: number): Promise<string[]> {
  const { rows } = await db().people.query<{ sha: string; number: number }>(
    `INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, merged_at, merge_commit_sha)
     SELECT 1, r.id, 10000000 + $1::int * $2::int + n, 'New', 'main', $3::timestamptz - interval '1 hour',
       md5($1::int || ' new ' || n) || substr(md5('more ' || n), 1, 8)
     FROM generate_series(0, $2::int - 1) n JOIN repositories r
       ON r.organization_id = 1 AND r.name_key = 'svc-' || n % 60
     RETURNING merge_commit_sha AS sha, number`,
    [round, pairsInRound, latest],
  )
  return rows.sort((a, b) => a.number - b.number).map(({ sha }) => sha)
}

/** Each pair a second after the one before: what was rolled back stays in the window of all that end at one instant. */
function eventsOf(commitSha: string, index: number): DeploymentEvent[] {
  const at = new Date(latest.getTime() + (index + 1) * 1_000)
  const common = { environment: 'production', startedAt: at.toISOString() }
  const bodies = [
    { ...common, service: `svc-${index % 60}`, status: 'in_progress', completedAt: null },
    { ...common, commitSha, status: 'success', completedAt: at.toISOString() },
  ]
  return bodies.map((body) => parseDeploymentEvent(deploymentBody({ ...body, deploymentId: randomUUID() }), at))
}
