import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import type { Finding } from './define-rule'
import { rules } from './registry'
import { thresholdsOf } from './thresholds'

type Found = { rule: string; findings: Finding[] }

/**
 * Looks for the signals of an organization as of `now`, and stores what began, goes on and ended. What one rule finds
 * stays as it was where its query fails or takes too long; then the last error is thrown after the others are stored.
 */
export async function refreshSignals(organizationId: number, now: Date): Promise<void> {
  const { signalThresholds, timeZone } = await db().prisma.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { signalThresholds: true, timeZone: true },
  })
  const found: Found[] = []
  const failed: unknown[] = []
  for (const rule of rules) {
    const thresholds = thresholdsOf(rule, signalThresholds)
    try {
      const findings = await reading((read) => rule.find(read, { organizationId, timeZone, now, thresholds }))
      found.push({ rule: rule.slug, findings })
    } catch (error) {
      log.warn('a rule of risk signals failed', { organizationId, rule: rule.slug, error })
      failed.push(error)
    }
  }
  await inTransaction(db().people, never, (client) => storeSignals(client, organizationId, found, now))
  if (failed.length > 0) throw failed.at(-1)
}

async function storeSignals(
  client: Queryable,
  organizationId: number,
  found: readonly Found[],
  now: Date,
): Promise<void> {
  // Of two that look at once, one waits here for the other.
  await client.query(note, [organizationId, now])
  const rows = found.flatMap(({ rule, findings }) => findings.map((finding) => ({ rule, ...finding })))
  const findings = JSON.stringify(rows)
  await client.query(update, [organizationId, findings, now])
  await client.query(insert, [organizationId, findings, now])
  await client.query(end, [organizationId, findings, now, found.map(({ rule }) => rule)])
  await client.query(forget, [organizationId, maxEnded])
}

const note = `
  INSERT INTO signal_runs AS known (organization_id, finished_at, due_at) VALUES ($1, $2, now())
  ON CONFLICT (organization_id) DO UPDATE SET finished_at = greatest(known.finished_at, excluded.finished_at)`

const found = `
  json_to_recordset($2) AS found (
    rule text, subject text, name text, service text, severity severity, evidence jsonb, path text)`

/** What comes back, or got worse after someone had resolved it, is open again. */
const update = `
  UPDATE signals AS stored SET
    name = found.name, severity = found.severity, evidence = found.evidence, path = found.path, last_seen_at = $3,
    ended_at = NULL,
    opened_at = CASE WHEN stored.ended_at IS NOT NULL OR found.severity > stored.severity
      THEN $3 ELSE stored.opened_at END,
    state = CASE WHEN stored.state = 'snoozed' THEN stored.state
      WHEN stored.ended_at IS NOT NULL OR found.severity > stored.severity THEN 'open' ELSE stored.state END
  FROM ${found}
  WHERE stored.organization_id = $1 AND (stored.rule, stored.subject) = (found.rule, found.subject)
    AND stored.last_seen_at <= $3`

/** Not those that are known: each attempt would use up an id, of which there are two billion. */
const insert = `
  INSERT INTO signals
    (organization_id, rule, subject, name, service_key, severity, evidence, path, first_seen_at, opened_at, last_seen_at)
  SELECT $1, rule, subject, name, service, severity, evidence, path, $3, $3, $3 FROM ${found}
  WHERE (rule, subject) NOT IN (SELECT rule, subject FROM signals WHERE organization_id = $1)`

const end = `
  UPDATE signals SET ended_at = $3
  WHERE organization_id = $1 AND rule = ANY ($4) AND ended_at IS NULL AND last_seen_at <= $3
    AND (rule, subject) NOT IN (SELECT rule, subject FROM json_to_recordset($2) AS found (rule text, subject text))`

/** So many signals that ended are kept, those that ended last. */
const maxEnded = 500

const forget = `
  DELETE FROM signals WHERE organization_id = $1 AND id IN (
    SELECT id FROM signals WHERE organization_id = $1 AND ended_at IS NOT NULL ORDER BY ended_at DESC, id DESC OFFSET $2)`
