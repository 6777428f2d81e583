import { lookUpTogether } from '@/lib/accounts/look-up-together'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { isBadgeToken } from '@/lib/accounts/organizations/badge-token'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { asClaimant } from '@/lib/core/current-claimant'
import { AppError } from '@/lib/core/errors'
import { escapeHtml } from '@/lib/core/escape-html'
import { db } from '@/lib/db/db'
import { type AnyMetric, findMetric } from '@/lib/insights/metrics/registry'
import { valueText } from '@/lib/insights/metrics/value-text'
import { defaultPreset, presets } from '@/lib/insights/reports/chosen-days'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { runPublicReport } from '@/lib/web/run-report'

/** A README asks as often as it is opened. */
const keptMs = 300_000
const maxKept = 1_000

type Kept = { until: number; svg: Promise<string> }

const kept = new Map<string, Kept>()

const findByBadgeToken = lookUpTogether<Organization>({
  kind: 'badges',
  turns: 'pages',
  find: (tokens) => db().prisma.organization.findMany({ where: { badgeToken: { in: tokens } } }),
  secretOf: ({ badgeToken }) => badgeToken,
})

export type Badge = { svg: string; maxAgeSeconds: number }

/**
 * A metric of the organization whose badges have this token, of the last days, as SVG; drawn again after five minutes.
 * Throws `not_found` for an unknown token or metric, and where the plan does not include badges, `invalid` for another
 * range, and `unavailable`.
 */
export async function readBadge(token: string, slug: string, range: string, now: Date): Promise<Badge> {
  const metric = findMetric(slug)
  if (!presets.some((preset) => preset === range)) {
    throw new AppError('invalid', `range must be one of ${presets.join(', ')}`)
  }
  const organization = isBadgeToken(token) ? await findByBadgeToken(token) : null
  if (!(organization && mayUse(organization, 'questions', now))) {
    throw new AppError('not_found', 'There is no such badge')
  }
  const claimant = { crowd: crowdOfOrganization(organization.id), one: 'badges' }
  const { until, svg } = keep(`${organization.id} ${metric.slug} ${range}`, now.getTime(), () =>
    asClaimant(() => makeBadge(organization, metric, range, now), claimant),
  )
  return { svg: await svg, maxAgeSeconds: Math.ceil((until - now.getTime()) / 1000) }
}

/** What was made of late for an id, or else what `make` makes. */
function keep(id: string, nowMs: number, make: () => Promise<string>): Kept {
  const known = kept.get(id)
  if (known && known.until > nowMs) return known
  const entry = { until: nowMs + keptMs, svg: make() }
  kept.set(id, entry)
  entry.svg.catch(() => kept.delete(id))
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return entry
}

async function makeBadge(organization: Organization, metric: AnyMetric, range: string, now: Date): Promise<string> {
  const { filters } = parseMetricFilters(new URLSearchParams({ range }), organization.timeZone, now)
  const { result } = await runPublicReport(organization, () => readRows(organization, metric, filters, now, 1))
  const value = result.value === null ? 'not enough data' : valueText(result.value, result.unit)
  return drawBadge(range === defaultPreset ? metric.title : `${metric.title}, ${range}`, value)
}

const letterWidth = 6.6
const padding = 8

/** A label and a value side by side, 20 px high; as wide as Verdana of 11 px, and squeezed into it in other fonts. */
export function drawBadge(label: string, value: string): string {
  const [left, right] = [label, value].map((text) => Math.round(text.length * letterWidth) + 2 * padding)
  const [labelWidth, valueWidth] = [left ?? 0, right ?? 0]
  const width = labelWidth + valueWidth
  const text = (content: string, from: number, of: number) =>
    `<text x="${from + padding}" y="14" textLength="${of - 2 * padding}" lengthAdjust="spacingAndGlyphs">${escapeHtml(content)}</text>`
  const title = escapeHtml(`${label}: ${value}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}"><title>${title}</title><rect width="${labelWidth}" height="20" fill="#37404d"/><rect x="${labelWidth}" width="${valueWidth}" height="20" fill="#0b6e6e"/><g fill="#ffffff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, labelWidth)}${text(value, labelWidth, valueWidth)}</g></svg>`
}
