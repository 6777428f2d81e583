import { randomUUID } from 'node:crypto'
import { post } from '@/e2e/support/servers'
import { createHistory, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import type { Scenario } from './measure'
import type { Servers } from './servers'

export type Event = Record<string, unknown>

export type ScenarioName =
  | 'bare'
  | 'empty'
  | 'created'
  | 'updated'
  | 'unknown'
  | 'delivered'
  | 'linked'
  | 'deliveredInTwenty'
  | 'refused'
  | 'ingest'
  | 'ingestTwo'
  | 'ingestUpdated'
  | 'ingestRefused'
  | 'ingestDelivered'
  | 'ingestBatch'
  | 'ingestBatchDelivered'

const historyLength = 5_000
const deploymentsToUpdate = 1_000
const linkedPullRequests = 50
const repositoryCount = 20

/**
 * What a round measures, in this order. Stores an organization, and a repository where every commit merges one pull
 * request. All events have the same fields, so that they differ only in what they make the server do.
 */
export async function prepareScenarios(servers: Servers): Promise<Record<ScenarioName, Scenario>> {
  const { organization, token } = await createTenant()
  const history = await createHistory(await createRepository(organization.id, 'api'), historyLength)
  const services = Array.from({ length: repositoryCount }, (_, index) => `service-${index + 1}`)
  const nextOfTwenty: (() => Event)[] = []
  for (const service of services) {
    const commits = await createHistory(
      await createRepository(organization.id, service),
      historyLength / repositoryCount,
    )
    const next = deploymentOfNext(1, commits)
    nextOfTwenty.push(() => ({ ...next(), service }))
  }
  const nextRepository = inTurn(nextOfTwenty)
  const known = Array.from({ length: deploymentsToUpdate }, startedDeployment)
  for (const event of known) await post(servers.leadline, token, event)

  const plain = { token, nextEvent: startedDeployment, expected: created(0) }
  const webhook = { ...plain, addresses: [webhookOf(servers.leadline)] }
  const updated = {
    nextEvent: inTurn(known),
    expected: { status: 200, body: /"action":"updated".*"linkedPRs":0\b/ },
  }
  const refused = {
    token: 'malformed',
    expected: { status: 401, body: /"Invalid or missing API key"/ },
  }
  const delivered = { nextEvent: deploymentOfNext(1, history), expected: created(1) }
  const batch = {
    addresses: [`${webhookOf(servers.ingest[0])}/batch`],
    batch: { events: 20, connections: 4 },
    expected: { status: 200, body: /"stored":20,"refused":0,/ },
  }
  const [ingest, second] = [webhookOf(servers.ingest[0]), webhookOf(servers.ingest[1])]
  return {
    bare: { ...plain, title: 'bare node:http and one upsert', addresses: [webhookOf(servers.bare)] },
    empty: { ...plain, title: 'empty Next route', addresses: [webhookOf(servers.empty)] },
    created: { ...webhook, title: 'created' },
    updated: { ...webhook, ...updated, title: 'updated' },
    unknown: { ...webhook, title: 'created, unknown commit', nextEvent: () => deployment({}) },
    delivered: { ...webhook, ...delivered, title: 'created, links 1 pull request' },
    linked: {
      ...webhook,
      title: `created, links ${linkedPullRequests} pull requests`,
      nextEvent: deploymentOfNext(linkedPullRequests, history),
      expected: created(linkedPullRequests),
    },
    deliveredInTwenty: {
      ...webhook,
      ...delivered,
      title: `created, links 1, over ${repositoryCount} repositories`,
      nextEvent: () => nextRepository()(),
    },
    refused: { ...webhook, ...refused, title: 'refused, malformed key' },
    ingest: { ...plain, title: 'npm run ingest: created', addresses: [ingest] },
    ingestTwo: { ...plain, title: 'two of npm run ingest: created', addresses: [ingest, second] },
    ingestUpdated: { ...plain, ...updated, title: 'npm run ingest: updated', addresses: [ingest] },
    ingestRefused: { ...plain, ...refused, title: 'npm run ingest: refused', addresses: [ingest] },
    ingestDelivered: { ...plain, ...delivered, title: 'npm run ingest: links 1', addresses: [ingest] },
    ingestBatch: { ...plain, ...batch, title: 'npm run ingest: batches, created' },
    ingestBatchDelivered: { ...plain, ...delivered, ...batch, title: 'npm run ingest: batches, links 1' },
  }
}

/** Where a server takes deployments. */
export function webhookOf(url: string): string {
  return `${url}/api/webhooks/deployments`
}

function created(linkedPRs: number): Scenario['expected'] {
  return { status: 201, body: new RegExp(`"action":"created".*"linkedPRs":${linkedPRs}\\b`) }
}

function startedDeployment(): Event {
  return deployment({ status: 'in_progress', completedAt: null })
}

/** Production deployments of one commit of the history after the other, each a number of commits after its previous. */
export function deploymentOfNext(commits: number, history: readonly string[]): () => Event {
  const nextCommit = inTurn(
    history.slice(commits).map((commitSha, index) => ({ commitSha, previousCommitSha: history[index] })),
  )
  return () => deployment(nextCommit())
}

function inTurn<T>(items: readonly T[]): () => T {
  const turns = endless(items)
  return () => turns.next().value
}

function* endless<T>(items: readonly T[]): Generator<T, never> {
  for (;;) yield* items
}

/** An event with all that pipelines send, of a production success unless `fields` say otherwise. */
export function deployment(fields: Event): Event {
  return {
    deploymentId: randomUUID(),
    commitSha: randomSha(),
    previousCommitSha: randomSha(),
    environment: 'production',
    status: 'success',
    startedAt: '2026-03-02T10:00:00Z',
    completedAt: '2026-03-02T10:05:00Z',
    service: 'api',
    branch: 'main',
    triggeredBy: 'ada@example.com',
    pipelineName: 'Deploy',
    pipelineUrl: 'https://ci.example.com/acme/api/runs/1',
    metadata: { runner: 'linux-x64', attempt: 1 },
    ...fields,
  }
}
