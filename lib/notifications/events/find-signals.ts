import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Severity } from '@/lib/generated/prisma/enums'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { Evidence } from '@/lib/risk/define-rule'
import { findRule } from '@/lib/risk/registry'
import { type Content, foreignText } from '../content'
import type { Topic } from '../topics'
import { organizationData } from './deployment-row'
import type { Occurrence, Place } from './occurrence'
import { pageUrl } from './page-url'

type Row = {
  id: number
  rule: string
  name: string | null
  service: string | null
  severity: Severity
  evidence: Evidence[]
  path: string
  openedAt: Date
}

const maxFound = 500

/** Rules that are a topic of their own. */
const known: Record<string, { topic: Topic; type: string }> = {
  'stuck-deployment': { topic: 'stuck', type: 'deployment.stuck' },
  'refused-posts': { topic: 'refused', type: 'posts.refused' },
}

/**
 * Signals of high severity that opened, came back or got that bad after `since`. What a person snoozed is not among
 * them, nor what is over by now.
 */
export async function findSignals(read: Read, place: Place, since: Date): Promise<Occurrence[]> {
  const rows = await read<Row>(Prisma.sql`
    SELECT id, rule, name, service_key AS service, severity, evidence, path, opened_at AS "openedAt" FROM signals
    WHERE organization_id = ${place.organizationId} AND ended_at IS NULL AND severity = 'high'
      AND opened_at > ${since}::timestamptz
      AND (state = 'open' OR (state = 'snoozed' AND snoozed_until <= now()))
    ORDER BY opened_at DESC, id DESC LIMIT ${maxFound}`)
  return rows.flatMap((row): Occurrence[] => {
    const rule = findRule(row.rule)
    if (!rule) return []
    const { topic, type } = known[row.rule] ?? { topic: 'high-signal', type: 'signal.opened' }
    const content = describe(place, row, rule)
    const key = `signal:${row.id}:${row.openedAt.getTime()}`
    return [{ topic, type, key, at: row.openedAt, service: row.service, describe: async () => content }]
  })
}

type Described = { slug: string; title: string; sentence: string; recommendation: string }

function describe(place: Place, row: Row, { slug, title, sentence, recommendation }: Described): Content {
  const name = row.name === null ? null : foreignText(row.name)
  const url = pageUrl(place, row.path)
  return {
    at: row.openedAt,
    data: {
      organization: organizationData(place),
      signal: { rule: slug, title, name, service: row.service, severity: row.severity, evidence: row.evidence, url },
    },
    message: {
      title: name === null ? title : `${title}: ${name}`,
      summary: `${sentence} ${recommendation}`,
      facts: row.evidence.map(({ label, value, unit }) => ({ label, value: valueText(value, unit) })),
      list: null,
      link: { text: 'Open in Leadline', url },
    },
  }
}
