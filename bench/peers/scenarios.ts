import { createHash, randomUUID } from 'node:crypto'
import { createHistory, createRepository, createTenant } from '@/lib/testing/factories'
import type { Scenario } from '../measure'
import { deployment, type Event, webhookOf } from '../scenarios'
import type { Servers } from '../servers'

export type PeerName = 'devlake' | 'start' | 'ingest' | 'ingestTwo' | 'ingestStarted'

/** A webhook connection of a DevLake server. */
type Peer = { devlake: string; connection: number; apiKey: string }

const historyLength = 5_000

/**
 * What is posted to whom, in this order. Each server gets the same rows in the same order, those of Leadline for an
 * organization each: production successes of commits that no repository has. DevLake takes only deployments that are
 * finished, so the row that begins one is Leadline's alone.
 */
export async function preparePeers(servers: Servers, peer: Peer): Promise<Record<PeerName, Scenario>> {
  const run = randomUUID()
  const leadline = async (title: string, urls: readonly string[]): Promise<Scenario> => {
    const { organization, token } = await createTenant()
    await createHistory(await createRepository(organization.id, 'api'), historyLength)
    return {
      title,
      token,
      addresses: urls.map(webhookOf),
      nextEvent: rowsOf(run),
      expected: { status: 201, body: /"action":"created"/ },
    }
  }
  const started = await leadline('npm run ingest, in progress', [servers.ingest[0]])
  return {
    devlake: {
      title: 'DevLake, success',
      token: peer.apiKey,
      addresses: [`${peer.devlake}/rest/plugins/webhook/connections/${peer.connection}/deployments`],
      nextEvent: mapped(rowsOf(run), forDevlake),
      expected: { status: 200, body: /^/ },
    },
    start: await leadline('npm start, success', [servers.leadline]),
    ingest: await leadline('npm run ingest, success', [servers.ingest[0]]),
    ingestTwo: await leadline('two of npm run ingest, success', servers.ingest),
    ingestStarted: {
      ...started,
      nextEvent: mapped(started.nextEvent, (row) => ({ ...row, status: 'in_progress', completedAt: null })),
    },
  }
}

/** Row after row, each of the commit after that of the row before. */
function rowsOf(prefix: string): () => Event {
  let count = 0
  return () => {
    count += 1
    const sha = (text: string) => createHash('sha1').update(text).digest('hex')
    return deployment({
      deploymentId: `${prefix}-${count}`,
      commitSha: sha(`commit ${count}`),
      previousCommitSha: sha(`commit ${count - 1}`),
    })
  }
}

function mapped(next: () => Event, map: (event: Event) => Event): () => Event {
  return () => map(next())
}

/** The same deployment as DevLake takes it. */
function forDevlake({ deploymentId, commitSha, startedAt, completedAt, service, branch, pipelineName }: Event): Event {
  const times = { createdDate: startedAt, startedDate: startedAt, finishedDate: completedAt }
  const commit = { repoUrl: `https://git.example.com/acme/${service}`, refName: branch, commitSha, result: 'SUCCESS' }
  return {
    id: deploymentId,
    ...times,
    environment: 'PRODUCTION',
    result: 'SUCCESS',
    name: pipelineName,
    deploymentCommits: [{ ...commit, ...times }],
  }
}
