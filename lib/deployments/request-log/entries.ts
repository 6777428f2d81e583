import { bytesOfRows } from '@/lib/accounts/stored-bytes/add'
import { db } from '@/lib/db/db'
import { dropOld } from '@/lib/db/drop-old'

/** What is kept of an answered request. Neither its key nor its body. */
export type RequestEntry = {
  organizationId: number
  /** Null for a token of a repository that is not trusted. */
  apiKeyId: number | null
  receivedAt: Date
  /** `X-Request-Id` of the answer. */
  requestId: string
  /** As the CI system sent it; null when the body could not be read that far. */
  deploymentId: string | null
  /** Id of the stored deployment; null when the request was refused. */
  storedId: number | null
  statusCode: number
  /** What the event that was stored counts; 0 when the request was refused. */
  storedBytes: number
  /** What was done, or why it was refused, in words. */
  outcome: string
  /** How many requests it stands for. */
  repeats: number
}

const columns =
  'organization_id, api_key_id, received_at, request_id, external_id, deployment_id, status_code, outcome, repeats'

// An organization may be deleted while entries about it wait. What is stored already was counted.
const insertEntries = `
  WITH entries AS MATERIALIZED (
    SELECT * FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[], $7::int[],
      $8::text[], $9::int[], $10::bigint[]) AS entries (${columns}, bytes)
    WHERE EXISTS (SELECT 1 FROM organizations o WHERE o.id = organization_id)
  ), inserted AS (
    INSERT INTO webhook_requests (${columns}) SELECT ${columns} FROM entries ORDER BY received_at
    ON CONFLICT (organization_id, request_id) DO NOTHING
    RETURNING organization_id, request_id
  )
  INSERT INTO stored_bytes AS s (organization_id, day, bytes)
  SELECT organization_id, (received_at AT TIME ZONE 'UTC')::date, sum(bytes)
  FROM inserted JOIN entries USING (organization_id, request_id)
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (organization_id, day) DO UPDATE SET bytes = s.bytes + excluded.bytes`

/**
 * Stores entries in the order of their arrival, and counts the bytes of each day, those of refusals too, in one
 * statement; those that are stored already stay as they are.
 */
export async function writeEntries(entries: readonly RequestEntry[]): Promise<void> {
  const column = <T>(value: (entry: RequestEntry) => T) => entries.map(value)
  await db().ingest.query(insertEntries, [
    column(({ organizationId }) => organizationId),
    column(({ apiKeyId }) => apiKeyId),
    column(({ receivedAt }) => receivedAt),
    column(({ requestId }) => requestId),
    column(({ deploymentId }) => deploymentId),
    column(({ storedId }) => storedId),
    column(({ statusCode }) => statusCode),
    column(({ outcome }) => outcome),
    column(({ repeats }) => repeats),
    column(({ statusCode, storedBytes }) => (statusCode >= 400 ? bytesOfRows : storedBytes)),
  ])
}

const old = {
  table: 'webhook_requests',
  key: ['organization_id', 'id'],
  isOld: 'received_at < now() - make_interval(days => $1)',
}

/** Deletes what is older than `days`, as `dropOld` does. */
export async function dropOldEntries(days: number): Promise<void> {
  await dropOld(db().ingest, old, [days])
  await db().ingest.query(`DELETE FROM stored_bytes WHERE day < (now() AT TIME ZONE 'UTC')::date - 1`)
}
