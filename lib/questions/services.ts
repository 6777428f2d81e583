import { z } from 'zod'
import { pageOfRows } from '@/lib/core/page-number'
import { leadTimeStarts } from '@/lib/insights/metrics/settings'
import { readReport } from '@/lib/insights/reports/read-report'
import { coverageText } from '@/lib/insights/reports/wording'
import { readServices } from '@/lib/insights/services/read-services'
import { sortServices, toServiceRows } from '@/lib/insights/services/rows'
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

/** The services and how they do. */
export const services = defineQuestion({
  name: 'list_services',
  title: 'Services',
  sentence: 'The services, those with the most deployments in the period first, and how each of them does.',
  path: '/api/v1/services',
  input: z.strictObject({ ...reportFilters, page: pageOfList }),
  output: z.object({
    organization: z.string(),
    period: days,
    leadTimeFrom: z.enum(leadTimeStarts).describe('Where lead time starts.'),
    coverage: z.string().nullable().describe('How much of what went live is tied to pull requests.'),
    services: z.array(
      z.object({
        service: foreign('Its name.').nullable().describe('Null for deployments that name no service.'),
        team: foreign('Its team.').nullable(),
        repository: z.string().nullable(),
        lastDeployedAt: instant
          .nullable()
          .describe('Latest end of a deployment to production, also before the period.'),
        lastStatus: z.string().nullable(),
        deployments: z.int().describe('To production, that ended in the period.'),
        deploymentsPerDay: z.number().nullable().describe('Successes a day.'),
        deliveredPullRequests: z.int().nullable(),
        leadTimeP50Seconds: seconds('Median lead time for changes.').nullable(),
        changeFailureRate: z.number().nullable().describe('From 0 to 1.'),
        recoveryP50Seconds: seconds('Median time to recover.').nullable(),
        reworkRate: z.number().nullable().describe('From 0 to 1.'),
        openIncidents: z.int(),
        openSince: instant.nullable().describe('Since when the oldest is open.'),
        page: z.string().describe('Its page.').nullable(),
      }),
    ),
    total: z.int().describe('How many services there are, on all pages.'),
    leftOut: z.int().describe('How many services are listed on no page.'),
    next: nextPage,
    page: z.string().describe('The page of these services.'),
  }),
  ask: async (caller, { page, ...input }, now) => {
    const { organization } = caller
    const filters = filtersOf(caller, input, now)
    const number = pageNumber(page)
    const report = await readReport(organization, filters, now)
    refuseUnknown(filters, report.unknown)
    const { listed, leftOut } = toServiceRows(report, await readServices(organization.id, report))
    const found = pageOfRows(sortServices(listed, 'deployments'), number)
    const query = fixedQuery(filters, { service: null, team: null, repository: null })
    return {
      organization: organization.slug,
      period: report.period,
      leadTimeFrom: report.settings.leadTimeFrom,
      coverage: report.coverage && coverageText(report.coverage),
      services: found.rows.map((row) => ({
        service: row.name,
        team: row.team,
        repository: row.repository,
        lastDeployedAt: row.lastAt,
        lastStatus: row.lastStatus,
        deployments: row.deployments,
        deploymentsPerDay: row.perDay,
        deliveredPullRequests: row.health?.deliveries ?? null,
        leadTimeP50Seconds: row.health?.leadTimeP50Seconds ?? null,
        changeFailureRate: row.health?.changeFailureRate ?? null,
        recoveryP50Seconds: row.health?.recoveryP50Seconds ?? null,
        reworkRate: row.health?.reworkRate ?? null,
        openIncidents: row.open?.count ?? 0,
        openSince: row.open?.since ?? null,
        page: row.key === null ? null : pageUrl(caller, `/services/${encodeURIComponent(row.key)}${query}`),
      })),
      total: listed.filter(({ key }) => key !== null).length,
      leftOut,
      next: nextOf(number, found.pages),
      page: pageUrl(caller, `/services${fixedQuery(filters)}`),
    }
  },
})
