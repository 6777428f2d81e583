import { z } from 'zod'
import { findAnnotations } from '@/lib/insights/annotations'
import { readReportHead } from '@/lib/insights/reports/read-head'
import { defineQuestion } from './define-question'
import { days, filtersOf, foreign, pageUrl, refuseUnknown, reportFilters } from './parts'

const { range, period, from, to, service, team } = reportFilters

/** What managers noted for charts. */
export const annotations = defineQuestion({
  name: 'list_annotations',
  title: 'Annotations',
  sentence:
    'Freezes, launches and incidents that managers noted on days of a period; they may explain a change of a metric.',
  path: '/api/v1/annotations',
  input: z.strictObject({ range, period, from, to, service, team }),
  output: z.object({
    organization: z.string(),
    period: days,
    annotations: z
      .array(
        z.object({
          id: z.number(),
          kind: z.enum(['freeze', 'launch', 'incident']),
          title: foreign('What it is called.'),
          firstDay: z.string().describe('Such as 2026-11-01.'),
          lastDay: z.string().describe('Included.'),
          service: foreign('The only service that it is about.').nullable(),
          team: foreign('The only team that it is about.').nullable(),
        }),
      )
      .describe('Those on days of the period, 200 at most; with a service or team, those that are about no other.'),
    page: z.string().describe('Where managers change them.'),
  }),
  ask: async (caller, input, now) => {
    const { organization } = caller
    const filters = filtersOf(caller, input, now)
    const { period, unknown } = await readReportHead(organization, filters, now)
    refuseUnknown(filters, unknown)
    return {
      organization: organization.slug,
      period,
      annotations: await findAnnotations(organization.id, filters),
      page: pageUrl(caller, '/settings/calendar'),
    }
  },
})
