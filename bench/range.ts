import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { findSender } from '@/lib/accounts/sender'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { Random } from '@/lib/demo/random'
import { importGit } from '@/lib/sources/git-import/import-git'
import { readGitLines, runGit } from '@/lib/sources/git-import/run-git'
import { npmCommand } from '@/scripts/support/npm-command'
import { writeHistory } from './range-history'
import { fillDeployments, measureRelinking } from './range-relink'
import { formatGrowth, formatSamples, type Growth } from './range-report'
import { type Imported, measureOldBranch, measureRange, pickEnds, type Sample, timed } from './range-sample'
import { print, withProgress } from './replay-progress'

const lengths = [100, 1_000]
const serviceOf = (length: number, sample: number, way: string) => `${way}-${length}-${sample}`

const options = npmCommand('bench:range')
  .description('Measures ranges over generated histories, next to git on the same ones.')
  .option('--sizes <numbers>', 'commits of the histories, with commas', wholeNumbers, [100_000, 1_000_000])
  .option('--samples <number>', 'ranges of each length', wholeNumber, 25)
  .option(
    '--deployments <number>',
    'deployments stored in the last history before late pull requests, or 0',
    Number,
    10_000,
  )
  .parse()
  .opts<{ sizes: number[]; samples: number; deployments: number }>()

const growths: Growth[] = lengths.map((length) => ({ length, histories: [] }))
await withDatabase(async (serverUrl) => {
  for (const size of options.sizes) {
    const directory = mkdtempSync(join(tmpdir(), 'leadline-range-'))
    try {
      await withThrowAwayDatabase(serverUrl, (url) => measureHistory(url, directory, size))
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  }
})
for (const growth of growths) print(formatGrowth(growth))

async function measureHistory(url: string, path: string, size: number): Promise<void> {
  setDatabaseUrl(url)
  await applyMigrations(url)
  try {
    const history = await createHistory(path, size)
    for (const growth of growths) {
      const samples = await measureLength(history, size, growth.length)
      growth.histories.push({ size, samples })
      print(formatSamples(growth.length, samples))
    }
    print(`  range with a branch from the first commit: ${await measureOldBranch(history)}`)
    if (size === options.sizes.at(-1) && options.deployments > 0) await measureLateData(history)
  } finally {
    await db().close()
  }
}

async function createHistory(path: string, size: number): Promise<Imported> {
  await runGit(path, ['init', '--quiet', '--bare', '--initial-branch=main', '.'])
  await withProgress('writing history', (report) => writeHistory(path, size, (done) => report(`${done} of ${size}`)))
  const graph = await timed(() => runGit(path, ['commit-graph', 'write', '--reachable']))
  const { id: organizationId } = await createOrganization({ slug: 'acme', name: 'Acme', plan: 'business' })
  const imported = await timed(() =>
    withProgress('importing', (report) =>
      importGit({
        organizationId,
        repository: 'acme/api',
        path,
        onProgress: ({ phase, done, total }) => report(`${phase} ${done} of ${total}`),
      }),
    ),
  )
  const { repositoryId, totalPullRequests } = imported.result
  const samples = Array.from({ length: options.samples }, (_, sample) => sample)
  const aliases = lengths.flatMap((length) =>
    samples.flatMap((sample) => [serviceOf(length, sample, 'sent'), serviceOf(length, sample, 'inferred')]),
  )
  const where = { organizationId_id: { organizationId, id: repositoryId } }
  await db().prisma.repository.update({ where, data: { aliases } })
  await db().people.query('VACUUM ANALYZE')
  const title = `${size.toLocaleString('en')} commits, ${totalPullRequests.toLocaleString('en')} pull requests`
  print(`${title}: imported in ${seconds(imported.ms)}, commit-graph written in ${seconds(graph.ms)}`)
  const sender = await findSender(organizationId)
  return { organizationId, repositoryId, sender, path, mainline: await readMainline(path) }
}

async function readMainline(path: string): Promise<Imported['mainline']> {
  const lines = await readGitLines(path, ['log', '--first-parent', '--reverse', '--format=%H %ct %s', 'main'])
  return lines.map((line) => {
    const [sha = '', committed, ...subject] = line.split(' ')
    return { sha, committedAt: new Date(Number(committed) * 1000), subject: subject.join(' ') }
  })
}

async function measureLength(history: Imported, size: number, length: number): Promise<Sample[]> {
  const random = new Random(`ranges of ${length}`)
  const steps = Math.round((length * history.mainline.length) / size)
  return withProgress(`ranges of ${length}`, async (report) => {
    const samples: Sample[] = []
    for (let sample = 0; sample < options.samples; sample += 1) {
      const services: [string, string] = [serviceOf(length, sample, 'sent'), serviceOf(length, sample, 'inferred')]
      samples.push(await measureRange(history, pickEnds(history, steps, random), services))
      report(`${sample + 1} of ${options.samples}`)
    }
    return samples
  })
}

async function measureLateData(history: Imported): Promise<void> {
  const { deployments } = options
  const filled = await timed(() =>
    withProgress('deploying', (report) =>
      fillDeployments(history, 'api', deployments, (done) => report(`${done} of ${deployments}`)),
    ),
  )
  print(`${deployments.toLocaleString('en')} deployments recorded and linked in ${seconds(filled.ms)}`)
  const results = await withProgress('linking again', (report) => measureRelinking(history, deployments, report))
  for (const { place, visited, changed, ms } of results) {
    const where = `late pull request, ${100 * (1 - place)} % of the deployments after it`
    print(`  ${where.padEnd(48)} ${visited} deployments linked again, ${changed} changed, ${seconds(ms)}`)
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 1_000 ? 3 : 1)} s`
}

function wholeNumbers(text: string): number[] {
  return text.split(',').map(wholeNumber)
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a whole number from 1.')
}
