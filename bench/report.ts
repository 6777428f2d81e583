import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import path from 'node:path'
import { projectRoot } from '@/scripts/support/project-root'
import type { Measurement } from './measure'
import type { ScenarioName } from './scenarios'
import { describePostgres, type PostgresSettings } from './servers'
import { type Spread, spreadOf } from './statistics'

/** What each scenario reached in one round. */
export type Round = Record<ScenarioName, Measurement>

export type Report = { postgres: PostgresSettings; seconds: number; connections: number; rounds: Round[] }

type Aim = { title: string; of: (round: Round) => number; isMet: (value: number) => boolean }

/** Least share of the requests a second that the empty route answers. */
const sharesOfEmpty = {
  created: 0.8,
  updated: 0.75,
  unknown: 0.7,
  delivered: 0.4,
  linked: 0.4,
  deliveredInTwenty: 0.5,
  refused: 0.9,
} satisfies Partial<Record<ScenarioName, number>>

const aims: Aim[] = [
  { title: 'links 50 / created, p99, under 4', of: linkedTail, isMet: (value) => value < 4 },
  {
    title: 'npm run ingest, created / bare node:http, requests/s, at least 0.50',
    of: ingestShare,
    isMet: (value) => value >= 0.5,
  },
  { title: 'two of npm run ingest / one, requests/s, more than 1', of: ingestGain, isMet: (value) => value > 1 },
  {
    title: 'npm run ingest, batches / events alone, created, events/s, at least 2',
    of: batchGain,
    isMet: (value) => value >= 2,
  },
  {
    title: 'npm run ingest, batches / events alone, links 1, events/s, at least 1',
    of: linkedBatchGain,
    isMet: (value) => value >= 1,
  },
]

/** The figures of one round that the aims are about. */
export function formatRound(round: Round): string {
  const [created, refused, ingest] = [createdShare, refusedShare, ingestShare].map((of) => formatNumber(of(round), 2))
  return `created ${created}, refused ${refused} of the empty route; npm run ingest ${ingest} of bare node:http`
}

/** All figures as aligned text: medians, and in brackets minimum and maximum of the rounds. */
export function formatReport({ postgres, seconds, connections, rounds }: Report, scenarios: Titles): string {
  const names = Object.keys(scenarios) as ScenarioName[]
  const column = (title: string, figure: (round: Round, name: ScenarioName) => number, digits: number) => [
    title,
    ...names.map((name) => formatSpread(spreadOf(rounds.map((round) => figure(round, name))), digits)),
  ]
  const figures = alignColumns([
    ['', ...names.map((name) => scenarios[name].title)],
    column('requests/s', (round, name) => round[name].requestsPerSecond, 0),
    column('of the empty route', shareOfEmpty, 2),
    column('p50 ms', (round, name) => round[name].p50Ms, 1),
    column('p99 ms', (round, name) => round[name].p99Ms, 1),
  ])
  const allAims = [...aimsOfShares(scenarios), ...aims]
  const spreads = allAims.map(({ of }) => spreadOf(rounds.map(of)))
  const verdicts = alignColumns([
    allAims.map(({ title }) => title),
    spreads.map((spread) => formatSpread(spread, 2)),
    allAims.map(({ isMet }, index) => (isMet(spreads[index]?.median ?? Number.NaN) ? 'met' : 'MISSED')),
  ])
  const conditions = [
    `${rounds.length} rounds of ${seconds} s each, ${connections} connections: median (min–max)`,
    `Node ${process.versions.node}, ${cpus().length} cores shared with the load generator, ${describePostgres(postgres)}`,
  ]
  return [figures, verdicts, conditions.join('\n')].join('\n\n')
}

/** Writes the figures of every round as JSON. Returns the name of the file. */
export async function saveReport(report: Report): Promise<string> {
  const date = new Date().toISOString()
  const file = path.join('bench', 'results', `${date.replaceAll(':', '-')}.json`)
  await mkdir(path.join(projectRoot, path.dirname(file)), { recursive: true })
  const machine = { node: process.versions.node, cores: cpus().length, processor: cpus()[0]?.model }
  await writeFile(path.join(projectRoot, file), `${JSON.stringify({ date, machine, ...report }, null, 2)}\n`)
  return file
}

type Titles = Record<ScenarioName, { title: string }>

function aimsOfShares(scenarios: Titles): Aim[] {
  return Object.entries(sharesOfEmpty).map(([name, least]) => ({
    title: `${scenarios[name as ScenarioName].title} / empty Next route, requests/s, at least ${formatNumber(least, 2)}`,
    of: (round) => shareOfEmpty(round, name as ScenarioName),
    isMet: (value) => value >= least,
  }))
}

function createdShare(round: Round): number {
  return shareOfEmpty(round, 'created')
}

function refusedShare(round: Round): number {
  return shareOfEmpty(round, 'refused')
}

function ingestShare({ ingest, bare }: Round): number {
  return ingest.requestsPerSecond / bare.requestsPerSecond
}

function ingestGain({ ingest, ingestTwo }: Round): number {
  return ingestTwo.requestsPerSecond / ingest.requestsPerSecond
}

function batchGain({ ingest, ingestBatch }: Round): number {
  return ingestBatch.requestsPerSecond / ingest.requestsPerSecond
}

function linkedBatchGain({ ingestDelivered, ingestBatchDelivered }: Round): number {
  return ingestBatchDelivered.requestsPerSecond / ingestDelivered.requestsPerSecond
}

function linkedTail(round: Round): number {
  return round.linked.p99Ms / round.created.p99Ms
}

function shareOfEmpty(round: Round, name: ScenarioName): number {
  return round[name].requestsPerSecond / round.empty.requestsPerSecond
}

/** A median, and in brackets minimum and maximum. */
export function formatSpread({ median, min, max }: Spread, digits: number): string {
  return `${formatNumber(median, digits)} (${formatNumber(min, digits)}–${formatNumber(max, digits)})`
}

function formatNumber(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** Rows of text from columns of equal length. */
export function alignColumns(columns: readonly string[][]): string {
  const padded = columns.map((cells) => {
    const width = Math.max(...cells.map((cell) => cell.length))
    return cells.map((cell) => cell.padEnd(width))
  })
  return (padded[0] ?? [])
    .map((_, row) =>
      padded
        .map((cells) => cells[row])
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
