import { reading } from '@/lib/db/reading'
import { judgeDeployments } from './judge-deployments'
import { loadDeployments } from './load/deployments'
import type { Reason } from './reasons'
import { findModel, findScore, type StoredModel } from './store'

/** The risk that a deployment had before it began. */
export type DeploymentRisk = {
  model: StoredModel | null
  /** Null where there is none to tell. */
  scored: { score: number; mark: number; reasons: Reason[] } | null
}

/**
 * The score of a production deployment, by what was known before it began: as it was kept, or made by a model that was
 * fitted before it. Never one of a model that has learned how it ended.
 */
export async function findDeploymentRisk(
  { id: organizationId, timeZone }: { id: number; timeZone: string },
  deploymentId: number,
): Promise<DeploymentRisk> {
  const model = await findModel(organizationId)
  if (model?.verdict !== 'useful') return { model, scored: null }
  const kept = await findScore(organizationId, deploymentId)
  if (kept) return { model, scored: kept }
  const chosen = { before: new Date(), count: 1, id: deploymentId, unscoredFrom: model.fittedAt }
  const deployments = await reading((read) => loadDeployments(read, organizationId, chosen))
  const judged = (await judgeDeployments(organizationId, timeZone, model, deployments)).get(deploymentId)
  return { model, scored: judged ? { ...judged, mark: model.mark } : null }
}
