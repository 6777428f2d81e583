import { InvalidArgumentError } from 'commander'
import { db } from '@/lib/db/db'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { type Measurement, measure } from './measure'
import { type PeerName, preparePeers } from './peers/scenarios'
import { alignColumns, formatSpread } from './report'
import { describePostgres, withServers } from './servers'
import { spreadOf } from './statistics'
import { wholeNumber } from './whole-number'

type Options = { devlake: string; connection: number; rounds: number; seconds: number; connections: number }
type Round = Record<PeerName, Measurement>

const aim = 1.5

const options = npmCommand('bench:peers')
  .description('Measures the webhook next to that of an Apache DevLake server, whose API key is in DEVLAKE_API_KEY.')
  .requiredOption('--devlake <url>', 'its address on this machine, for example http://localhost:8080', localAddress)
  .option('--connection <id>', 'its webhook connection', wholeNumber, 1)
  .option('--rounds <number>', 'how often everything is measured', wholeNumber, 5)
  .option('--seconds <number>', 'how long each server is posted to in a round', wholeNumber, 3)
  .option('--connections <number>', 'connections that post at once', wholeNumber, 16)
  .parse()
  .opts<Options>()
const apiKey = process.env.DEVLAKE_API_KEY
if (!apiKey) throw new Error('Set DEVLAKE_API_KEY to an API key of the DevLake server.')

await withServers(async (servers, postgres) => {
  const peer = { ...options, apiKey }
  const scenarios = await step('Repository', () => preparePeers(servers, peer))
  const names = Object.keys(scenarios) as PeerName[]
  const measureRound = async (seconds: number): Promise<Round> => {
    const measured = {} as Round
    for (const name of names) measured[name] = await measure(scenarios[name], options.connections, seconds)
    return measured
  }
  await step('Warm-up', () => measureRound(2))
  await step('Statistics for the query planner', () => db().prisma.$executeRaw`VACUUM ANALYZE`)
  const rounds: Round[] = []
  for (let round = 1; round <= options.rounds; round += 1) {
    rounds.push(await step(`Round ${round} of ${options.rounds}`, () => measureRound(options.seconds)))
  }
  const spread = (figure: (round: Round) => number) => spreadOf(rounds.map(figure))
  const column = (title: string, figure: (round: Round, name: PeerName) => number, digits: number) => [
    title,
    ...names.map((name) =>
      formatSpread(
        spread((round) => figure(round, name)),
        digits,
      ),
    ),
  ]
  const ofDevlake = (round: Round, name: PeerName) => round[name].requestsPerSecond / round.devlake.requestsPerSecond
  const figures = alignColumns([
    ['', ...names.map((name) => scenarios[name].title)],
    column('requests/s', (round, name) => round[name].requestsPerSecond, 0),
    column('of DevLake', ofDevlake, 2),
    column('p50 ms', (round, name) => round[name].p50Ms, 1),
    column('p99 ms', (round, name) => round[name].p99Ms, 1),
  ])
  const reached = spread((round) => ofDevlake(round, 'ingest'))
  const verdict = `npm run ingest / DevLake, at least ${aim}  ${formatSpread(reached, 2)}  ${reached.median >= aim ? 'met' : 'MISSED'}`
  process.stdout.write(`\n${figures}\n\n${verdict}\n\n${describePostgres(postgres)}\n`)
})

/** Nothing else is loaded than what runs here. */
function localAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) return url.origin
  throw new InvalidArgumentError('Expected an address of this machine.')
}
