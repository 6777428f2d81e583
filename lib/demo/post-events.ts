import { foldEvents } from '@/lib/deployments/fold-events'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction, progressOf } from '@/lib/deployments/status'
import { type EpochSeconds, toDate } from './calendar'
import type { Run } from './run-pipeline'
import type { Service } from './service'

export type DemoEvent = DeploymentEvent & { receivedAt: Date; arrival: number }

/** A deployment: what its pipeline posted, and where that leaves it. */
export type DemoDeployment = { events: DemoEvent[]; state: ReturnType<typeof foldEvents> & { production: boolean } }

const productionNames = ['production']

/** Posts the runs of a service in the order in which they began, as far as they have happened. */
export function postRuns(service: Service, runs: readonly Run[], now: EpochSeconds): DemoDeployment[] {
  const counts = new Map<string, number>()
  return runs
    .toSorted((a, b) => a.startedAt - b.startedAt)
    .flatMap((run) => {
      const number = (counts.get(run.environment) ?? service.firstNumber) + 1
      counts.set(run.environment, number)
      const events = eventsOf(service, run, number, now)
      if (events.length === 0) return []
      return [{ events, state: { ...foldEvents(events), production: isProduction(run.environment, productionNames) } }]
    })
}

function eventsOf(service: Service, run: Run, number: number, now: EpochSeconds): DemoEvent[] {
  const happened = run.steps.filter(({ at }) => at < now)
  return happened.map(({ status, at }, arrival) => {
    const terminal = progressOf(status) === 2
    const startedAt = status === 'pending' ? at : run.startedAt
    return {
      deploymentId: `${service.name}-${run.environment}-${number}`,
      commitSha: run.sha.slice(0, service.shaLength),
      environment: run.environment,
      status,
      startedAt: toDate(startedAt),
      completedAt: terminal ? toDate(at) : null,
      organizationSlug: null,
      service: service.name,
      branch: run.branch,
      triggeredBy: run.triggeredBy,
      pipelineName: service.pipelineName,
      previousCommitSha: run.previousSha?.slice(0, service.shaLength) ?? null,
      pipelineUrl: `https://ci.example.com/${service.repository}/runs/${number}`,
      metadata: metadataOf(service, run, number),
      rawPayload: terminal ? rawPayloadOf(service, run, number, at) : null,
      receivedAt: toDate(Math.min(at + 1 + (number % 3), now)),
      arrival,
    }
  })
}

function metadataOf(service: Service, { environment, startedAt }: Run, number: number): DeploymentEvent['metadata'] {
  if (service.announces.length === 0) return null
  const version = `${toDate(startedAt).toISOString().slice(0, 10)}.${number}`
  if (environment === 'preview') return { version, expiresInDays: 3 }
  const region = service.ciSystem === 'gitlab' ? 'eu-central-1' : 'eu-north-1'
  return { version, region, canary: service.merges === 'squash' && environment === 'production' }
}

/** Jenkins sends its build along, the others send nothing of their own. */
function rawPayloadOf(service: Service, run: Run, number: number, at: EpochSeconds): DeploymentEvent['rawPayload'] {
  if (service.ciSystem !== 'jenkins') return null
  const seconds = at - run.startedAt
  return {
    build: {
      number,
      durationMs: seconds * 1000,
      agent: `quay-${number % 4}`,
      attempts: [{ stage: 'deploy', seconds }],
    },
  }
}
