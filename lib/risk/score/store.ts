import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import type { Model } from './build-model'
import { featureNames } from './features'
import type { Reason } from './reasons'

/** A model as it is kept, and since when. */
export type StoredModel = Model & { fittedAt: Date }

/** The score of a deployment as it was told before it began, or would have been. */
export type StoredScore = { deploymentId: number; score: number; mark: number; reasons: Reason[] }

/** One of another version is none: the next look makes a new one. */
const version = [1, ...featureNames].join(' ')

/** The model of an organization; null before there is one. */
export async function findModel(organizationId: number): Promise<StoredModel | null> {
  const row = await db().prisma.riskModel.findUnique({ where: { organizationId } })
  const kept = row?.model as { version: string; model: Model } | undefined
  return row && kept?.version === version ? { ...kept.model, fittedAt: row.fittedAt } : null
}

/** Replaces the model of an organization, and keeps scores of deployments that had none. */
export async function storeModel(
  organizationId: number,
  model: Model,
  scores: readonly StoredScore[],
  fittedAt: Date,
): Promise<void> {
  await inTransaction(db().people, never, async (client) => {
    await client.query(
      `INSERT INTO risk_models (organization_id, fitted_at, model) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id) DO UPDATE SET fitted_at = excluded.fitted_at, model = excluded.model`,
      [organizationId, fittedAt, JSON.stringify({ version, model })],
    )
    await client.query(insertScores, [organizationId, JSON.stringify(scores)])
  })
}

/** Keeps scores of deployments that had none. */
export async function storeScores(organizationId: number, scores: readonly StoredScore[]): Promise<void> {
  if (scores.length > 0) await db().people.query(insertScores, [organizationId, JSON.stringify(scores)])
}

const insertScores = `
  INSERT INTO risk_scores (deployment_id, organization_id, score, mark, reasons)
  SELECT d.id, $1, s.score, s.mark, s.reasons
  FROM json_to_recordset($2) AS s ("deploymentId" bigint, score float8, mark float8, reasons jsonb)
  JOIN deployments d ON d.id = s."deploymentId" AND d.organization_id = $1
  ON CONFLICT DO NOTHING`

/** The score that a deployment had; null for none. */
export async function findScore(organizationId: number, deploymentId: number): Promise<StoredScore | null> {
  const row = await db().prisma.riskScore.findFirst({ where: { deploymentId, organizationId } })
  return row && { deploymentId, score: row.score, mark: row.mark, reasons: row.reasons as Reason[] }
}
