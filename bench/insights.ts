import { InvalidArgumentError } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { leadTime } from '@/lib/insights/metrics/lead-time'
import { metrics } from '@/lib/insights/metrics/registry'
import { serviceHealth, serviceNeeds } from '@/lib/insights/metrics/service-health'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { readReport, readSamples } from '@/lib/insights/reports/read-report'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { addDays, dayOf } from '@/lib/time/days'
import { npmCommand } from '@/scripts/support/npm-command'
import { measureIngestion } from './ingest-growth'
import { fillInsights, latest } from './insights-data'
import { measurePages } from './insights-pages'
import { formatHistoryRatios, formatRangeRatios, formatTable, type Timings } from './insights-report'
import { print, withProgress } from './replay-progress'

const rangesDays = [30, 90, 365]
const measured = [...metrics, { name: 'services', needs: serviceNeeds, compute: serviceHealth }]

const options = npmCommand('bench:insights')
  .description('Measures every report, and what the webhook stores a second, while the history grows.')
  .option(
    '--deployments <number>',
    'deployments of the long history; the short one has a tenth',
    wholeNumber,
    1_000_000,
  )
  .option('--rounds <number>', 'how often each report is read', wholeNumber, 20)
  .option('--no-ingestion', 'measure reports alone')
  .parse()
  .opts<{ deployments: number; rounds: number; ingestion: boolean }>()

await withDatabase((serverUrl) =>
  withThrowAwayDatabase(serverUrl, async (longUrl) => {
    const short = await withThrowAwayDatabase(serverUrl, (url) => measureReports(url, options.deployments / 10))
    const long = await measureReports(longUrl, options.deployments)
    print(formatRangeRatios(long, rangesDays))
    print(formatHistoryRatios(short, long, rangesDays[0] ?? 30))
    print(await measurePages(longUrl, options.rounds))
    if (options.ingestion) {
      await withThrowAwayDatabase(serverUrl, async (url) => {
        await fill(url, options.deployments / 100)
        print(await measureIngestion({ small: url, great: longUrl }, options.deployments))
      })
    }
  }),
)

async function fill(url: string, deployments: number): Promise<void> {
  setDatabaseUrl(url)
  await applyMigrations(url)
  print(`${deployments.toLocaleString('en')} deployments`)
  await fillInsights(deployments)
  await db().close()
}

async function measureReports(url: string, deployments: number): Promise<Timings> {
  await fill(url, deployments)
  setDatabaseUrl(url)
  const timings: Timings = new Map()
  try {
    const organization = await findOrganization('org-1')
    for (const days of rangesDays) {
      const filters = filtersOf(days)
      for (const { name, needs, compute } of measured) {
        await time(timings, name, days, async () => {
          const { samples, context } = await readSamples(organization, filters, latest, [needs])
          compute(samples, context)
        })
      }
      await time(timings, 'rows of lead time', days, () => readRows(organization, leadTime, filters, latest, 1))
      await time(timings, 'all at once', days, () => readReport(organization, filters, latest))
    }
    print(formatTable(timings, rangesDays))
    return timings
  } finally {
    await db().close()
  }
}

async function time(timings: Timings, name: string, days: number, work: () => Promise<unknown>): Promise<void> {
  const tookMs = await withProgress(`${name}, ${days} days`, async (report) => {
    const all: number[] = []
    // The first two warm the caches and the compiler up.
    for (let round = -2; round < options.rounds; round += 1) {
      const began = performance.now()
      await work()
      if (round >= 0) all.push(performance.now() - began)
      report(`${round + 1} of ${options.rounds}`)
    }
    return all
  })
  const ofName = timings.get(name) ?? new Map<number, number[]>()
  timings.set(name, ofName.set(days, tookMs))
}

function filtersOf(days: number): MetricFilters {
  const lastDay = dayOf(latest, 'UTC')
  const subject = { service: null, environment: null, repository: null, team: null, leadTime: null }
  return { firstDay: addDays(lastDay, 1 - days), lastDay, preset: null, ...subject }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a whole number from 1.')
}
