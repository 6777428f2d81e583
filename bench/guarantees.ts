import { InvalidArgumentError, Option } from 'commander'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { ensureBuild } from '@/scripts/support/build'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { appCrash } from './guarantees/app-crash'
import { badInput } from './guarantees/bad-input'
import { databaseOutage } from './guarantees/database-outage'
import { eventOrders } from './guarantees/event-orders'
import type { Guarantee, Outcome } from './guarantees/guarantee'
import { largeBodies } from './guarantees/large-bodies'
import { malformedKeys } from './guarantees/malformed-keys'
import { postgresCrash } from './guarantees/postgres-crash'
import { redisOutage } from './guarantees/redis-outage'
import { revokedKeys } from './guarantees/revoked-keys'
import { sameEvent } from './guarantees/same-event'
import { messagesPath } from './guarantees/servers'
import { trials } from './guarantees/trials'
import { print, withProgress } from './replay-progress'
import { alignColumns } from './report'

const guarantees: readonly Guarantee[] = [
  sameEvent,
  trials,
  eventOrders,
  appCrash,
  postgresCrash,
  badInput,
  redisOutage,
  databaseOutage,
  revokedKeys,
  malformedKeys,
  largeBodies,
]

type Result = { guarantee: Guarantee; outcome: Outcome }

const options = npmCommand('bench:guarantees')
  .description('Tries to break what Leadline promises, one promise after the other. Exits with 1 when one is broken.')
  .addOption(
    new Option('--only <names>', `some of: ${guarantees.map(({ name }) => name).join(', ')}`)
      .argParser(chosen)
      .default(guarantees, 'all'),
  )
  .option('--scale <share>', 'share of the full size, above 0 and up to 1', share, 1)
  .parse()
  .opts<{ only: readonly Guarantee[]; scale: number }>()

await withDatabase(async () => {
  await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
  const results: Result[] = []
  for (const guarantee of options.only) {
    const outcome = await withProgress(guarantee.title, (report) => tryOut(guarantee, report))
    print(`${verdictOf(outcome).padEnd(6)} ${guarantee.title}: ${outcome.measured}`)
    results.push({ guarantee, outcome })
  }
  print(`\n${formatTable(results)}\n\nWhat the servers said: ${messagesPath}`)
  process.exitCode = results.every(({ outcome }) => outcome.met) ? 0 : 1
})

/** A guarantee that cannot be measured is not met. */
async function tryOut(guarantee: Guarantee, report: (text: string) => void): Promise<Outcome> {
  try {
    return await guarantee.measure(options.scale, report)
  } catch (error) {
    return { measured: `not measured: ${error instanceof Error ? error.message : String(error)}`, met: false }
  }
}

/** A row for each guarantee, and one more for each further part of what was measured. */
function formatTable(results: readonly Result[]): string {
  const rows = results.flatMap(({ guarantee, outcome }) => {
    const [first = '', ...others] = outcome.measured.split('; ')
    return [[guarantee.title, guarantee.target, verdictOf(outcome), first], ...others.map((part) => ['', '', '', part])]
  })
  const titles = ['what', 'target', '', 'measured']
  return alignColumns(titles.map((title, index) => [title, ...rows.map((row) => row[index] ?? '')]))
}

function verdictOf({ met }: Outcome): string {
  return met ? 'met' : 'MISSED'
}

function chosen(text: string): Guarantee[] {
  return text.split(',').map((name) => {
    const guarantee = guarantees.find((known) => known.name === name.trim())
    if (guarantee) return guarantee
    throw new InvalidArgumentError(`Expected names from: ${guarantees.map((known) => known.name).join(', ')}.`)
  })
}

function share(text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 1) return value
  throw new InvalidArgumentError('Expected a number above 0 and up to 1.')
}
