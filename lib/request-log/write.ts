import { db } from '@/lib/db'
import type { RequestEntry } from './entry'

const columns =
  'organization_id, api_key_id, received_at, request_id, external_id, deployment_id, status_code, outcome, repeats'

// An organization may be deleted while entries about it wait.
const insertEntries = `
  INSERT INTO webhook_requests (${columns})
  SELECT ${columns}
  FROM unnest($1::int[], $2::int[], $3::timestamptz[], $4::text[], $5::text[], $6::bigint[], $7::int[], $8::text[], $9::int[])
    AS entries (${columns})
  WHERE EXISTS (SELECT 1 FROM organizations o WHERE o.id = organization_id)
  ORDER BY received_at
  ON CONFLICT (organization_id, request_id) DO NOTHING`

/** Stores entries in the order of their arrival, in one statement; those that are stored already stay as they are. */
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
  ])
}
