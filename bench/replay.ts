import { basename, dirname, resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { Random } from '@/lib/demo/random'
import { npmCommand } from '@/scripts/support/npm-command'
import { Ancestry } from './replay-ancestry'
import { compare, type Verdict } from './replay-compare'
import { readRanges } from './replay-expected'
import { readReleases } from './replay-git'
import { print, withProgress } from './replay-progress'
import { type Replay, rounds, runRound } from './replay-rounds'

const maxShown = 5

type Options = { clone: string[]; seed: string; events: number; lanes: number }

const { clone: clones, ...options } = npmCommand('bench:replay')
  .description('Replays the tags of real repositories as deployments and compares every link with what git says.')
  .requiredOption('--clone <path>', 'a clone with its tags; can be repeated', (path, paths: string[] = []) => [
    ...paths,
    path,
  ])
  .option('--seed <text>', 'what the order of the events is drawn from', '1')
  .option('--events <number>', 'most tags of a clone', wholeNumber, 400)
  .option('--lanes <number>', 'events under way at once', wholeNumber, 1)
  .parse()
  .opts<Options>()

let mismatches = 0
await withDatabase(async (serverUrl) => {
  for (const clone of clones) {
    mismatches += await withThrowAwayDatabase(serverUrl, (url) => replayClone(url, resolve(clone)))
  }
})
process.exitCode = mismatches > 0 ? 1 : 0

/** Replays one clone in every round and returns how often a deployment does not have what git gives. */
async function replayClone(url: string, clone: string): Promise<number> {
  setDatabaseUrl(url)
  await applyMigrations(url)
  const name = basename(clone) === 'repo' ? basename(dirname(clone)).replace('+', '/') : basename(clone, '.git')
  const random = new Random(`${options.seed} ${name}`)
  const releases = await readReleases(clone, options.events, random)
  const replay: Replay = { clone, name, releases }
  const ranges = await withProgress(`${name}: running git`, (report) =>
    readRanges(clone, releases, (done) => report(`${done} of ${releases.length} ranges`)),
  )
  const ancestry = await Ancestry.read(clone)
  const commits = ranges.reduce((sum, range) => sum + range.commits.size, 0)
  print(`${name}: ${releases.length} deployments, ${count(commits)} commits in their ranges`)
  let mismatched = 0
  try {
    for (const round of rounds) {
      const began = performance.now()
      const organizationId = await withProgress(round.title, (report) =>
        runRound(round, replay, { random, lanes: options.lanes, report }),
      )
      const seconds = (performance.now() - began) / 1000
      const verdict = await compare(organizationId, releases, ranges, ancestry)
      show(round.title, verdict, seconds)
      mismatched += verdict.mismatches.length + verdict.outsideDifferences.length
    }
  } finally {
    await db().close()
  }
  return mismatched
}

function show(title: string, { links, mismatches, outside, outsideDifferences }: Verdict, seconds: number): void {
  const counts = `${count(links)} links, ${mismatches.length} mismatches`
  const commits = `${count(outside)} commits outside pull requests, ${outsideDifferences.length} differences`
  print(`  ${title.padEnd(42)} ${counts}; ${commits}; ${seconds.toFixed(1)} s`)
  for (const list of [mismatches, outsideDifferences]) {
    for (const text of list.slice(0, maxShown)) print(`    ${text}`)
    if (list.length > maxShown) print(`    and ${list.length - maxShown} more`)
  }
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a whole number from 1.')
}
