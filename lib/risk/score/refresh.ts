import { createBackOff } from '@/lib/core/back-off'
import { runInSteps } from '@/lib/core/run-in-steps'
import { isConnectionLost } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { buildModel, type ScoredCase } from './build-model'
import { judgeDeployments } from './judge-deployments'
import { loadDeployments } from './load/deployments'
import { loadCases } from './load-cases'
import { reasonsOf } from './reasons'
import { findModel, type StoredModel, type StoredScore, storeModel, storeScores } from './store'

const hourMs = 3_600_000
/** A model is fitted again once there are new outcomes, but not more often than that. */
const restMs = { 'too little history': hourMs, useful: 24 * hourMs, 'no better than the base rate': 24 * hourMs }

/** A fit that fails, most often for want of time, would fail again: after a restart of the process it is tried once. */
const fits = createBackOff<number>(5 * 60_000, 24 * 3_600_000)

/**
 * Fits the model of an organization where that is due, and scores the deployments that began since: what began before
 * was scored by the test of the model, which never knew how it would end. While a fit that failed rests, the model before
 * it scores them.
 */
export async function refreshRisk(organizationId: number, now: Date): Promise<void> {
  const { timeZone } = await db().prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const model = await findModel(organizationId)
  const isToFit = !fits.isResting(organizationId) && (!model || (await isDue(organizationId, model, now)))
  if (isToFit) await fitOrRest(organizationId, timeZone, now)
  else if (model?.verdict === 'useful') await scoreLatest(organizationId, timeZone, model, now)
}

async function fitOrRest(organizationId: number, timeZone: string, now: Date): Promise<void> {
  try {
    await fitModel(organizationId, timeZone, now)
    fits.succeeded(organizationId)
  } catch (error) {
    // A database that is away for a time says nothing of the fit; a statement that took too long does.
    if (!isConnectionLost(error)) fits.failed(organizationId)
    throw error
  }
}

/** Fits a model of all that is known at `now`, and keeps it. */
export async function fitModel(organizationId: number, timeZone: string, now: Date): Promise<void> {
  const cases = await loadCases(organizationId, now)
  const { model, scored } = await runInSteps(buildModel(cases, timeZone, now.getTime()))
  await storeModel(organizationId, model, model.verdict === 'useful' ? scored.map(toScore) : [], now)
}

function toScore({ one, measurement, tested }: ScoredCase): StoredScore {
  const reasons = reasonsOf(tested.by, measurement)
  return { deploymentId: one.id, score: tested.probability, mark: tested.by.mark, reasons }
}

async function isDue(organizationId: number, { fittedAt, verdict }: StoredModel, now: Date): Promise<boolean> {
  if (now.getTime() - fittedAt.getTime() < restMs[verdict]) return false
  const { rows } = await db().people.query(
    `SELECT FROM deployments WHERE organization_id = $1 AND production AND updated_at > $2
       AND started_at > $2::timestamptz - interval '7 days' LIMIT 1`,
    [organizationId, fittedAt],
  )
  return rows.length > 0
}

/** So many in one go: the next look takes up the others. */
const maxScored = 100

/** The model knows nothing of those that began after it was fitted. */
async function scoreLatest(organizationId: number, timeZone: string, model: StoredModel, now: Date): Promise<void> {
  const chosen = { before: now, unscoredFrom: model.fittedAt, count: maxScored }
  const unscored = await reading((read) => loadDeployments(read, organizationId, chosen))
  const judged = await judgeDeployments(organizationId, timeZone, model, unscored)
  const scores = [...judged].map(([deploymentId, one]) => ({ deploymentId, mark: model.mark, ...one }))
  await storeScores(organizationId, scores)
}
