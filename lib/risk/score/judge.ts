import { reading } from '@/lib/db/reading'
import { calibrated } from './calibrate'
import { type Content, failedAsOf, newsOf } from './case'
import { type Known, maxOutcomes, measure } from './features'
import { logOdds } from './fit'
import { loadDeployments, type StoredDeployment } from './load/deployments'
import { type Reason, reasonsOf } from './reasons'
import type { StoredModel } from './store'

/** What may be deployed: of which service, when, and what it brings. */
export type Candidate = { serviceKey: string; at: number; content: Content }

export type Judged = { score: number; reasons: Reason[] }

/** So many of a service's latest deployments are read: those that were cancelled, or run still, tell nothing. */
const lookedBack = 2 * maxOutcomes

/** The latest deployments of a service that began before an instant. */
export function loadServiceHistory(
  organizationId: number,
  serviceKey: string,
  at: number,
): Promise<StoredDeployment[]> {
  return reading((read) =>
    loadDeployments(read, organizationId, { serviceKey, before: new Date(at), count: lookedBack }),
  )
}

/** The score of a candidate by what is known when it begins; `history` is that of its service. */
export function judge(
  model: StoredModel,
  timeZone: string,
  { serviceKey, at, content }: Candidate,
  history: readonly StoredDeployment[],
): Judged {
  const measurement = measure({ startedAt: at, content }, knownOf(model, timeZone, serviceKey, at, history))
  const odds = logOdds(
    model.fit,
    measurement.map(({ x }) => x),
  )
  return { score: calibrated(odds, model.calibration), reasons: reasonsOf(model, measurement) }
}

function knownOf(
  model: StoredModel,
  timeZone: string,
  serviceKey: string,
  at: number,
  history: readonly StoredDeployment[],
): Known {
  const earlier = history.filter(({ startedAt }) => startedAt < at)
  const outcomes = earlier
    .flatMap((one) => {
      const failed = failedAsOf(one, at)
      return failed === null ? [] : [{ failed, endedAt: newsOf(one)[0] ?? 0 }]
    })
    .sort((a, b) => a.endedAt - b.endedAt)
  const files = new Map(model.files)
  return {
    usual: new Map(model.usual).get(serviceKey) ?? model.usualOfAll,
    outcomes: outcomes.slice(-maxOutcomes).map(({ failed }) => failed),
    lastStartedAt: earlier.at(-1)?.startedAt ?? null,
    baseRate: model.baseRate,
    recordOf: (file) => files.get(file),
    timeZone,
  }
}
