import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { InvalidArgumentError } from 'commander'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { questions } from '@/lib/questions/registry'
import { ensureBuild } from '@/scripts/support/build'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { fillInsights } from './insights-data'
import { startLeadline } from './servers'
import { percentile } from './statistics'

const asked = [
  'get_overview',
  'get_lead_time',
  'list_services',
  'list_deployments',
  'list_pull_requests',
  'list_incidents',
]

const { deployments, rounds } = npmCommand('bench:questions')
  .description('Measures a tool call over MCP and a request of the HTTP API next to the report that both call.')
  .option('--deployments <number>', 'deployments of the history', wholeNumber, 20_000)
  .option('--rounds <number>', 'how often each question is asked each way', wholeNumber, 100)
  .parse()
  .opts<{ deployments: number; rounds: number }>()

const stopping = new AbortController()
await withDatabase((serverUrl) =>
  withThrowAwayDatabase(serverUrl, async (databaseUrl) => {
    setDatabaseUrl(databaseUrl)
    await applyMigrations(databaseUrl)
    await fillInsights(deployments)
    const organization = await findOrganization('org-1')
    const { token } = await createApiKey(operatorOf(organization.id), 'bench', 'read')
    await step('Production build', ensureBuild, (built) => (built ? 'built' : 'up to date'))
    const server = await step('Leadline', () => startLeadline(databaseUrl, stopping.signal))
    try {
      process.stdout.write('\np95 in ms            report   HTTP    MCP   MCP − report (aim: 20)\n')
      for (const name of asked) process.stdout.write(`${await measureQuestion(server.url, token, name)}\n`)
    } finally {
      stopping.abort()
      await Promise.all([server.exited, db().close()])
    }
  }),
)

/** Takes turns, so that whatever else the machine does meets all three alike. */
async function measureQuestion(url: string, token: string, name: string): Promise<string> {
  const question = questions.find((each) => each.name === name)
  if (!question) throw new Error(`There is no question ${name}`)
  const organization = await findOrganization('org-1')
  const caller = { organization, user: { id: -1 } }
  const headers = { Authorization: `Bearer ${token}` }
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  const given: Record<string, string> = 'range' in question.input.shape ? { range: '90d' } : {}
  const ways = {
    report: () => question.answer(caller, given),
    http: async () => (await fetch(`${url}${question.path}?${new URLSearchParams(given)}`, { headers })).text(),
    mcp: () => client.callTool({ name, arguments: given }),
  }
  const taken: Record<keyof typeof ways, number[]> = { report: [], http: [], mcp: [] }
  for (let round = 0; round < rounds + 5; round += 1) {
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const began = performance.now()
      await ways[way]()
      if (round >= 5) taken[way].push(performance.now() - began)
    }
  }
  await client.close()
  const p95 = (way: keyof typeof ways) =>
    percentile(
      taken[way].toSorted((a, b) => a - b),
      0.95,
    )
  const [report, http, mcp] = [p95('report'), p95('http'), p95('mcp')]
  const cells = [report, http, mcp, mcp - report].map((ms) => ms.toFixed(1).padStart(7))
  return `${name.padEnd(20)}${cells.join('')}`
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1) return value
  throw new InvalidArgumentError('Expected a whole number from 1.')
}
