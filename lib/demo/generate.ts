import { buildHistory, type DemoCommit, type DemoPullRequest } from './build-history'
import { day, startOfDay } from './calendar'
import { type Period, planChanges } from './plan-changes'
import { type DemoDeployment, postRuns } from './post-events'
import { Random } from './random'
import { runPreviews, runStrays, runUnderWay, runUnmerged } from './run-extras'
import { deploymentDays, postedRevisions, runPipeline } from './run-pipeline'
import type { Service } from './service'
import { services } from './services'

export type DemoRepository = {
  /** The one that is deployed from it, and the team that it belongs to. */
  service: string
  owner: string
  fullName: string
  aliases: string[]
  commits: DemoCommit[]
  pullRequests: DemoPullRequest[]
  deployments: DemoDeployment[]
}

const historyDays = deploymentDays + 35

/**
 * Six services of a ferry company and a year of their work, up to `now`. The same for the same instant; on the same
 * UTC day only the last hours differ.
 */
export function generateDemo(now: Date): DemoRepository[] {
  const seconds = Math.floor(now.getTime() / 1000)
  const today = startOfDay(seconds)
  const period = { origin: today - historyDays * day, today, now: seconds }
  return services.map((service) => generateRepository(service, period))
}

function generateRepository(service: Service, period: Period): DemoRepository {
  const random = (part: string) => new Random(`${service.name} ${part}`)
  const founder = service.team[0] ?? random('founder').pick(service.team)
  const changes = planChanges(service, period, random('changes'))
  const history = buildHistory(changes, { ...service, ...period, founder }, random('history'))
  const revisions = postedRevisions(service, history.revisions, period)
  const runs = [
    ...runPipeline(service, history.revisions, period, random('pipeline')),
    ...runPreviews(service, history.heads, period, random('previews')),
    ...runStrays(service, revisions, period, random('strays')),
    ...runUnmerged(service, history, period),
    ...runUnderWay(service, revisions, period),
  ]
  const { commits, pullRequests } = history
  const deployments = postRuns(service, runs, period.now)
  const { name, owner, repository: fullName, aliases } = service
  return { service: name, owner, fullName, aliases, commits, pullRequests, deployments }
}
