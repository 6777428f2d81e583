import { z } from 'zod'
import { findMetric } from '@/lib/insights/metrics/registry'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { defineQuestion } from './define-question'
import {
  days,
  filtersOf,
  fixedQuery,
  foreign,
  instant,
  nextOf,
  nextPage,
  pageNumber,
  pageOfList,
  pageUrl,
  refuseUnknown,
  reportFilters,
  seconds,
} from './parts'

/** Incidents: from a failed deployment to the next success of its service and environment. */
export const incidents = defineQuestion({
  name: 'list_incidents',
  title: 'Incidents',
  sentence:
    'Incidents, those still open first: from the first failed deployment of a service in an environment to its next success.',
  path: '/api/v1/incidents',
  input: z.strictObject({ ...reportFilters, page: pageOfList }),
  output: z.object({
    organization: z.string(),
    period: days,
    incidents: z
      .array(
        z.object({
          service: foreign('What failed.').nullable(),
          environment: foreign('Where.').nullable(),
          openedAt: instant.nullable(),
          openedById: z.number().nullable().describe('Id of the record of the deployment that failed first.'),
          openedBy: foreign('Id that the pipeline gave it.').nullable(),
          failures: z.number().nullable().describe('How many deployments failed until it was over.'),
          open: z.boolean(),
          closedAt: instant.nullable(),
          closedById: z.number().nullable(),
          closedBy: foreign('The success that ended it.').nullable(),
          recoverySeconds: seconds('How long it took.').nullable(),
          page: z.string().describe('The page of the deployment that failed first.').nullable(),
        }),
      )
      .describe('Open at the end of the period, or closed in it.'),
    total: z.int().describe('On all pages.'),
    next: nextPage,
    page: z.string().describe('The page of these incidents.'),
  }),
  ask: async (caller, { page, ...input }, now) => {
    const { organization } = caller
    const filters = filtersOf(caller, input, now)
    const number = pageNumber(page)
    const found = await readRows(organization, findMetric('recovery-time'), filters, now, number)
    refuseUnknown(filters, found.unknown)
    return {
      organization: organization.slug,
      period: found.period,
      incidents: found.rows.map((row) => ({
        service: row.service ?? null,
        environment: row.environment ?? null,
        openedAt: row.openedAt ?? null,
        openedById: row.openedById ?? null,
        openedBy: row.openedBy ?? null,
        failures: row.failures ?? null,
        open: row.closedAt === null,
        closedAt: row.closedAt ?? null,
        closedById: row.closedById ?? null,
        closedBy: row.closedBy ?? null,
        recoverySeconds: row.recoverySeconds ?? null,
        page: row.openedById ? pageUrl(caller, `/deployments/${row.openedById}`) : null,
      })),
      total: found.total,
      next: nextOf(number, found.pages),
      page: pageUrl(caller, `/insights/recovery-time${fixedQuery(filters)}`),
    }
  },
})
