import { db } from '@/lib/db/db'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { measure } from './measure'
import { formatReport, formatRound, type Round, saveReport } from './report'
import { prepareScenarios, type ScenarioName } from './scenarios'
import { withServers } from './servers'
import { wholeNumber } from './whole-number'

const warmUpSeconds = 2

const { rounds, seconds, connections } = npmCommand('bench')
  .description('Measures the deployment webhook on the production build next to two references.')
  .option('--rounds <number>', 'how often everything is measured', wholeNumber, 5)
  .option('--seconds <number>', 'how long each kind of request is posted in a round', wholeNumber, 3)
  .option('--connections <number>', 'connections that post at once', wholeNumber, 16)
  .parse()
  .opts<{ rounds: number; seconds: number; connections: number }>()

await withServers(async (servers, postgres) => {
  const scenarios = await step('Repository and deployments', () => prepareScenarios(servers))
  const measureRound = async (duration: number): Promise<Round> => {
    const run = (name: ScenarioName) => measure(scenarios[name], connections, duration)
    return {
      bare: await run('bare'),
      empty: await run('empty'),
      created: await run('created'),
      updated: await run('updated'),
      unknown: await run('unknown'),
      delivered: await run('delivered'),
      linked: await run('linked'),
      deliveredInTwenty: await run('deliveredInTwenty'),
      refused: await run('refused'),
      ingest: await run('ingest'),
      ingestTwo: await run('ingestTwo'),
      ingestUpdated: await run('ingestUpdated'),
      ingestRefused: await run('ingestRefused'),
      ingestDelivered: await run('ingestDelivered'),
      ingestBatch: await run('ingestBatch'),
      ingestBatchDelivered: await run('ingestBatchDelivered'),
    }
  }
  await step('Warm-up', () => measureRound(warmUpSeconds))
  await step('Statistics for the query planner', () => db().prisma.$executeRaw`VACUUM ANALYZE`)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    measured.push(await step(`Round ${round} of ${rounds}`, () => measureRound(seconds), formatRound))
  }
  const report = { postgres, seconds, connections, rounds: measured }
  process.stdout.write(`\n${formatReport(report, scenarios)}\n\nEvery round: ${await saveReport(report)}\n`)
})
