import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { createHistory, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import { npmCommand } from '@/scripts/support/npm-command'
import type { Server } from '@/scripts/support/server-process'
import { step } from '@/scripts/support/steps'
import { measure, type Scenario } from './measure'
import { alignColumns, formatSpread } from './report'
import { deployment, deploymentOfNext, type Event, webhookOf } from './scenarios'
import { startIngest } from './servers'
import { spreadOf } from './statistics'
import { wholeNumber } from './whole-number'

const kinds = ['created', 'created, unknown commit', 'created, links 1'] as const
type Kind = (typeof kinds)[number]

/** Each organization posts on connections of its own. */
const organizations = 8
const connectionsEach = 2
const historyLength = 2_000

const { one, cluster, rounds, seconds } = npmCommand('bench:cluster')
  .description(
    'Measures npm run ingest on a Postgres next to the same on a cluster; both databases keep what is stored.',
  )
  .requiredOption('--one <url>', 'a database on one server, with all migrations')
  .requiredOption('--cluster <url>', 'a database that npm run db:distribute has spread')
  .option('--rounds <number>', 'how often everything is measured', wholeNumber, 5)
  .option('--seconds <number>', 'how long each kind of event is posted in a round', wholeNumber, 3)
  .parse()
  .opts<{ one: string; cluster: string; rounds: number; seconds: number }>()

const stopping = new AbortController()
const running: Server[] = []
try {
  const onOne = await prepare('One server', one)
  const onCluster = await prepare('Cluster', cluster)
  const rows = new Map(kinds.map((kind) => [kind, { one: [] as number[], cluster: [] as number[] }]))
  for (let round = 0; round <= rounds; round += 1) {
    await step(round === 0 ? 'Warm-up' : `Round ${round} of ${rounds}`, async () => {
      for (const kind of kinds) {
        const perSecond = { one: await post(onOne[kind]), cluster: await post(onCluster[kind]) }
        if (round === 0) continue
        rows.get(kind)?.one.push(perSecond.one)
        rows.get(kind)?.cluster.push(perSecond.cluster)
      }
    })
  }
  const line = (kind: Kind) => {
    const measured = rows.get(kind) ?? { one: [], cluster: [] }
    const ratios = measured.one.map((value, round) => (measured.cluster[round] ?? Number.NaN) / value)
    const [first, second] = [measured.one, measured.cluster].map((values) => formatSpread(spreadOf(values), 0))
    return [kind, first ?? '', second ?? '', formatSpread(spreadOf(ratios), 2)]
  }
  const columns = [['events/s', 'one server', 'cluster', 'ratio in a round'], ...kinds.map(line)]
  process.stdout.write(`\n${alignColumns(columns)}\n\n${rounds} rounds of ${seconds} s each: median (min–max)\n`)
} finally {
  stopping.abort()
  await Promise.all(running.map(({ exited }) => exited))
}

/** A server on the database, and what each of its new organizations posts. */
async function prepare(title: string, databaseUrl: string): Promise<Record<Kind, Scenario[]>> {
  const server = await step(`${title}: npm run ingest`, () => startIngest(databaseUrl, stopping.signal))
  running.push(server)
  setDatabaseUrl(databaseUrl)
  try {
    if (databaseUrl === cluster) await requireSpread()
    return await step(`${title}: organizations`, async () => {
      const scenarios: Record<Kind, Scenario[]> = { created: [], 'created, unknown commit': [], 'created, links 1': [] }
      for (let index = 0; index < organizations; index += 1) {
        const { organization, token } = await createTenant()
        const history = await createHistory(await createRepository(organization.id, 'api'), historyLength)
        const add = (kind: Kind, links: number, nextEvent: () => Event) =>
          scenarios[kind].push({
            title: `${title}, ${kind}`,
            addresses: [webhookOf(server.url)],
            token,
            nextEvent,
            expected: { status: 201, body: new RegExp(`"linkedPRs":${links}\\b`) },
          })
        add('created', 0, () => deployment({ status: 'in_progress', completedAt: null }))
        add('created, unknown commit', 0, () => deployment({ commitSha: randomSha() }))
        add('created, links 1', 1, deploymentOfNext(1, history))
      }
      await db().prisma.$executeRaw`ANALYZE`
      return scenarios
    })
  } finally {
    await db().close()
  }
}

async function requireSpread(): Promise<void> {
  const find = `SELECT FROM pg_dist_partition WHERE logicalrelid = 'deployments'::regclass`
  const { rowCount } = await db()
    .people.query(find)
    .catch(() => ({ rowCount: 0 }))
  if (rowCount === 0) throw new Error('The tables of --cluster are not spread. Run npm run db:distribute first.')
}

/** Events a second of all organizations together. */
async function post(scenarios: readonly Scenario[]): Promise<number> {
  const measured = await Promise.all(scenarios.map((scenario) => measure(scenario, connectionsEach, seconds)))
  return measured.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
}
