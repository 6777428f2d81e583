import { createOrganization } from '@/lib/accounts/organizations/create'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import type { Random } from '@/lib/demo/random'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { importGit } from '@/lib/sources/git-import/import-git'
import { type Release, withEarlierState } from './replay-git'
import { shuffle } from './replay-shuffle'

/** A clone to replay, and its releases with what was live before each. */
export type Replay = { clone: string; name: string; releases: readonly Release[] }

type Sent = { release: Release; previous: string | null }

type Work = {
  import: (path?: string) => Promise<void>
  send: (events: readonly Sent[]) => Promise<void>
  /** The releases in random order; each names the commit that was live before with a chance of `naming`. */
  events: (naming: number) => Sent[]
  replay: Replay
}

/** An order in which deployments and history may arrive. */
export type Round = { title: string; run: (work: Work) => Promise<void> }

export const rounds: readonly Round[] = [
  {
    title: 'import first, previous commit sent',
    run: async (work) => {
      await work.import()
      await work.send(work.events(1))
    },
  },
  {
    title: 'import first, previous commit inferred',
    run: async (work) => {
      await work.import()
      await work.send(work.events(0))
    },
  },
  {
    title: 'deployments first, half of them inferred',
    run: async (work) => {
      await work.send(work.events(0.5))
      await work.import()
    },
  },
  {
    title: 'two imports, deployments between and after',
    run: async (work) => {
      const events = work.events(0)
      const half = Math.floor(events.length / 2)
      await withEarlierState(work.replay.clone, work.import)
      await work.send(events.slice(0, half))
      await work.import()
      await work.send(events.slice(half))
    },
  },
]

/** Runs a round in an organization of its own and returns its id. `lanes` events are under way at once. */
export async function runRound(
  round: Round,
  replay: Replay,
  { random, lanes, report }: { random: Random; lanes: number; report: (text: string) => void },
): Promise<number> {
  const { id: organizationId } = await createOrganization({ slug: `replay-${Date.now()}`, name: replay.name })
  let sent = 0
  const send = async (events: readonly Sent[]) => {
    const waiting = events.values()
    const lane = async () => {
      for (const event of waiting) {
        await sendEvent(organizationId, replay.name, event)
        sent += 1
        report(`${sent} of ${replay.releases.length} deployments`)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }
  const importClone = async (path = replay.clone) => {
    const onProgress = ({ phase, done, total }: { phase: string; done: number; total: number }) =>
      report(`${phase} ${done} of ${total}`)
    await importGit({ organizationId, repository: replay.name, path, onProgress })
  }
  const events = (naming: number) => shuffle(withPrevious(replay.releases, naming, random), random)
  await round.run({ import: importClone, send, events, replay })
  return organizationId
}

function withPrevious(releases: readonly Release[], naming: number, random: Random): Sent[] {
  return releases.map((release, index) => {
    const previous = releases[index - 1]?.sha ?? null
    return { release, previous: random.chance(naming) ? previous : null }
  })
}

async function sendEvent(organizationId: number, service: string, { release, previous }: Sent): Promise<void> {
  const { tag, sha, completedAt } = release
  const at = completedAt.toISOString()
  const body = { deploymentId: tag, commitSha: sha, environment: 'production', status: 'success', startedAt: at }
  const event = parseDeploymentEvent({ ...body, completedAt: at, service, previousCommitSha: previous }, new Date())
  await recordDeployment(await findSender(organizationId), event, databaseBudget(600_000))
}
