import { setTimeout as delay } from 'node:timers/promises'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { keyOf, parseSubject } from '@/lib/summaries/subject'
import { hangs, startModelServer } from '@/lib/testing/model-server'
import { ensureBuild } from '@/scripts/support/build'
import { startNextServer } from '@/scripts/support/next-server'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { cookieOfMember } from './cookie-of-member'
import { fillInsights } from './insights-data'
import { benchmarkSettings } from './servers'
import { spreadOf } from './statistics'

const week = '2026-W46'
const pages = [`insights/week?week=${week}`, 'insights', 'insights/deployment-frequency', 'deployments', 'risk', 'wall']

const { rounds } = npmCommand('bench:model')
  .description('Measures pages while a model hangs next to the same pages of a server without a model.')
  .option('--rounds <number>', 'how often each page is opened on each server', Number, 20)
  .parse()
  .opts<{ rounds: number }>()

const stopping = new AbortController()
const model = await startModelServer(hangs)
await withDatabase((serverUrl) =>
  withThrowAwayDatabase(serverUrl, async (databaseUrl) => {
    setDatabaseUrl(databaseUrl)
    await applyMigrations(databaseUrl)
    await fillInsights(20_000)
    await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
    const without = await start(databaseUrl, {})
    const hanging = await start(databaseUrl, {
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'hangs',
      AI_TIMEOUT_SECONDS: '300',
    })
    try {
      const organization = await findOrganization('org-1')
      const headers = { Cookie: await cookieOfMember(organization.id, databaseUrl) }
      process.stdout.write('\nmedian ms (min–max)        without a model       while one hangs  ratio of medians\n')
      for (const page of pages) {
        await hang(organization)
        const measured = await measurePage([without.url, hanging.url], `/org-1/${page}`, headers)
        process.stdout.write(`${page.padEnd(30)}${measured}\n`)
        if (model.held() !== 1)
          throw new Error('The model was given up meanwhile: fewer rounds fit into its 300 seconds')
      }
    } finally {
      stopping.abort()
      await Promise.all([without.exited, hanging.exited, db().close(), model.stop()])
    }
  }),
)

async function start(databaseUrl: string, settings: Record<string, string>) {
  const env = { ...benchmarkSettings(databaseUrl), ...settings }
  return startNextServer({ mode: 'start', port: await findFreePort(), stop: stopping.signal, env })
}

/** Asks for words about a week, as its page does, unless the model hangs over them already. */
async function hang({ id: organizationId, timeZone }: { id: number; timeZone: string }): Promise<void> {
  if (model.held() > 0) return
  const now = new Date()
  const { subject } = parseSubject({ kind: 'week', text: week }, timeZone, now)
  const { kind, text } = subject
  const asked = { organizationId, key: keyOf(subject), kind, subject: text, dueAt: now, requestedAt: now }
  await db().prisma.summary.upsert({
    where: { organizationId_key: { organizationId, key: asked.key } },
    create: asked,
    update: { ...asked, state: 'queued' },
  })
  while (model.held() === 0) await delay(100)
}

/** Opens a page to its end on both servers, each first every other time; the first times do not count. */
async function measurePage(urls: [string, string], path: string, headers: Record<string, string>): Promise<string> {
  const taken: [number[], number[]] = [[], []]
  for (let round = -3; round < rounds; round += 1) {
    const order = [...urls.entries()]
    for (const [index, url] of round % 2 === 0 ? order : order.reverse()) {
      const began = performance.now()
      const answer = await fetch(`${url}${path}`, { headers, redirect: 'manual' })
      await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
      if (round >= 0) taken[index]?.push(performance.now() - began)
    }
  }
  const [without, hanging] = [spreadOf(taken[0]), spreadOf(taken[1])]
  const cells = [without, hanging].map(
    ({ median, min, max }) => `${Math.round(median)} (${Math.round(min)}–${Math.round(max)})`,
  )
  return `${cells.map((cell) => cell.padStart(22)).join('')}${(hanging.median / without.median).toFixed(2).padStart(8)}`
}
