import { z } from 'zod'
import { findOutsideIncidents } from '@/lib/deployments/incidents/outside/list'
import { findMetric } from '@/lib/insights/metrics/registry'
import { readRows } from '@/lib/insights/reports/rows/read-rows'
import { endOf } from '@/lib/time/period'
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

/** Of a period. */
const maxRecorded = 100

/** Incidents: from a failed deployment to the next success of its service and environment. */
export const incidents = defineQuestion({
  name: 'list_incidents',
  title: 'Incidents',
  sentence:
    'Incidents, those still open first: from the first failed deployment of a service in an environment to its next success. Also those that tools or people recorded.',
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
    recorded: z
      .array(
        z.object({
          id: z.number(),
          title: foreign('What it is called.'),
          externalId: foreign('What the tool that reported it calls it.').nullable(),
          url: foreign('Its page in that tool.').nullable(),
          service: foreign('What it is about.').nullable(),
          environment: foreign('Where.').nullable(),
          openedAt: instant,
          resolvedAt: instant.nullable().describe('Null while it is open.'),
          deploymentId: z.number().nullable().describe('Id of the record of the deployment that caused it.'),
          deployment: foreign('Id that the pipeline gave that one.').nullable(),
          page: z.string(),
        }),
      )
      .describe(
        `Recorded by tools or people and open in the period, the latest ${maxRecorded}; none where a team or repository is chosen. They count in no metric: the deployments that they are tied to do.`,
      ),
    total: z.int().describe('Of `incidents`, on all pages.'),
    next: nextPage,
    page: z.string().describe('The page of these incidents.'),
  }),
  ask: async (caller, { page, ...input }, now) => {
    const { organization } = caller
    const filters = filtersOf(caller, input, now)
    const number = pageNumber(page)
    const found = await readRows(organization, findMetric('recovery-time'), filters, now, number)
    refuseUnknown(filters, found.unknown)
    const { service, environment, team, repository } = filters
    const during = { from: found.period.from, to: endOf(found.period), service, environment }
    const recorded =
      team === null && repository === null ? await findOutsideIncidents(organization.id, during, maxRecorded) : []
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
      recorded: recorded.map(({ deployment, ...incident }) => ({
        ...incident,
        deploymentId: deployment?.id ?? null,
        deployment: deployment?.deploymentId ?? null,
        page: pageUrl(caller, `/incidents/recorded/${incident.id}`),
      })),
      total: found.total,
      next: nextOf(number, found.pages),
      page: pageUrl(caller, `/insights/recovery-time${fixedQuery(filters)}`),
    }
  },
})
