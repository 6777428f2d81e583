import { formatDuration, formatExact } from '@/lib/core/format'
import type { Read } from '@/lib/db/reading'
import { loadShipped, loadWouldHaveShipped } from '@/lib/deployments/load-shipped'
import { durationSeconds } from '@/lib/deployments/status'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Content, maxListed } from '../content'
import { shippedData, shippedList } from './contents'
import {
  type DeploymentRow,
  deploymentColumns,
  deploymentData,
  deploymentFacts,
  deploymentUrl,
  isLinked,
  nameOf,
  organizationData,
} from './deployment-row'
import type { Occurrence, Place } from './occurrence'

/** So many of the latest are looked at: of more, a destination would be told few anyway. */
const maxFound = 2_000

/** Production deployments that failed or were rolled back after `since`, as was stored after `storedAfter`. */
export async function findFailures(
  read: Read,
  place: Place,
  { since, storedAfter }: { since: Date; storedAfter: Date },
): Promise<Occurrence[]> {
  const rows = await read<DeploymentRow>(Prisma.sql`
    SELECT ${deploymentColumns} FROM (
      SELECT * FROM deployments
      WHERE organization_id = ${place.organizationId} AND production AND voided_at IS NULL
        AND status IN ('failure', 'rolled_back') AND completed_at > ${since}::timestamptz
      ORDER BY completed_at DESC LIMIT ${maxFound}
    ) d
    WHERE d.updated_at > ${storedAfter}::timestamptz AND ${isLinked(place.organizationId)}`)
  return rows.map((row) => ({
    topic: 'failed',
    type: row.status === 'failure' ? 'deployment.failed' : 'deployment.rolled_back',
    key: `${row.status}:${row.id}`,
    at: row.completedAt,
    service: row.serviceKey,
    describe: () => describe(place, row),
  }))
}

async function describe(place: Place, row: DeploymentRow): Promise<Content> {
  const failed = row.status === 'failure'
  // A deployment that was rolled back keeps its links; one that failed has none.
  const shipped = failed
    ? await loadWouldHaveShipped(place.organizationId, row, maxListed)
    : await loadShipped(place.organizationId, row.id, maxListed)
  const seconds = durationSeconds(row)
  const when = formatExact(row.completedAt, place.timeZone)
  return {
    at: row.completedAt,
    data: {
      organization: organizationData(place),
      deployment: deploymentData(place, row),
      ...shippedData(place, shipped),
    },
    message: {
      title: failed
        ? `Deployment of ${nameOf(row)} to production failed`
        : `Deployment of ${nameOf(row)} to production was rolled back`,
      summary: null,
      facts: [
        ...deploymentFacts(row),
        { label: failed ? 'Failed' : 'Rolled back', value: `${when} (${place.timeZone})` },
        ...(seconds === null ? [] : [{ label: 'After', value: formatDuration(seconds) }]),
      ],
      list: shippedList(place, failed ? 'What it would have shipped' : 'What it contained', shipped),
      link: { text: 'Open deployment', url: deploymentUrl(place, row) },
    },
  }
}
