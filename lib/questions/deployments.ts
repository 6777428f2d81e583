import { z } from 'zod'
import { oneOf, paramsOf, refuseProblems } from '@/lib/core/query-filters'
import { baseInWords } from '@/lib/deployments/base-in-words'
import { deploymentFilterSchemas, parseDeploymentFilters } from '@/lib/deployments/filters'
import { getDeploymentById } from '@/lib/deployments/get'
import { adviceOn, methodInWords } from '@/lib/deployments/linking/advice'
import { listDeployments } from '@/lib/deployments/list'
import { loadBase } from '@/lib/deployments/load-base'
import { loadEarlierDeliveries } from '@/lib/deployments/load-earlier-deliveries'
import { loadLinked } from '@/lib/deployments/load-linked'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { findService } from '@/lib/insights/services/find'
import { findTeam } from '@/lib/insights/teams/find'
import { type Caller, defineQuestion } from './define-question'
import { foreign, instant, nextOf, nextPage, pageNumber, pageOfList, pageUrl, seconds, wholeNumber } from './parts'

const deployment = {
  id: z.int().describe('Id of the stored record.'),
  deploymentId: foreign('Id that the pipeline gave it.'),
  service: foreign('What was deployed.').nullable(),
  environment: foreign('Where to.'),
  production: z.boolean().describe('Whether the environment counts as production.'),
  status: oneOf(deploymentStatuses),
  voided: z.boolean().describe('Whether a person took it out of all numbers.'),
  commitSha: z.string(),
  branch: foreign('Its branch.').nullable(),
  triggeredBy: foreign('Who or what started it.').nullable(),
  pipelineName: foreign('Its pipeline.').nullable(),
  startedAt: instant,
  completedAt: instant.nullable(),
  durationSeconds: seconds('From start to end; null while it runs, and where the clocks disagree.').nullable(),
  linkedPRs: z.int().describe('How many pull requests it shipped.'),
  linking: z.boolean().describe('Whether its pull requests are still being looked for.'),
  page: z.string().describe('Its page.'),
}

const { q, environment, service, team, status, branch, triggeredBy, from, to } = deploymentFilterSchemas

/** The deployment history. */
export const deployments = defineQuestion({
  name: 'list_deployments',
  title: 'Deployments',
  sentence:
    'The deployment history, the latest start first: when, what, where to, how it ended and how much it shipped.',
  path: '/api/v1/deployments',
  input: z.strictObject({
    q: q
      .optional()
      .describe(
        'Begins the deployment id or commit SHA, or is part of the first 100 characters of service, branch, triggered by or pipeline.',
      ),
    environment: environment.optional().describe('As it was sent.'),
    service: service.optional().describe('As it was sent.'),
    team: team.optional().describe('The team that the service belongs to now.'),
    status: status.optional(),
    branch: branch.optional(),
    triggeredBy: triggeredBy.optional(),
    from: from.optional().describe('First day in the time zone of the organization, such as 2026-11-01.'),
    to: to.optional().describe('Last day, included.'),
    limit: wholeNumber(100).default(50),
    page: pageOfList,
  }),
  output: z.object({
    organization: z.string(),
    timeZone: z.string().describe('Where days begin and end.'),
    deployments: z.array(
      z.object({
        ...deployment,
        leadTimeP50Seconds: seconds('Median lead time of what it delivered, from the merge.').nullable(),
      }),
    ),
    next: nextPage,
    searchedTo: instant
      .nullable()
      .describe('Where a search for rare matches stopped on its way; `next` goes on there.'),
  }),
  ask: async (caller, { limit, page = null, ...given }) => {
    const { organization } = caller
    const { filters, problems } = parseDeploymentFilters(paramsOf(given))
    refuseProblems(problems)
    const found = await listDeployments(organization.id, filters, page, limit)
    // No one is to take what a mistyped name selects for nothing.
    if (found.deployments.length === 0 && page === null && filters.service) {
      await findService(organization.id, filters.service)
    }
    if (filters.team) await findTeam(organization.id, filters.team)
    return {
      organization: organization.slug,
      timeZone: organization.timeZone,
      deployments: found.deployments.map((each) => ({ ...each, page: pageOf(caller, each.id) })),
      next: found.older,
      searchedTo: found.stopped?.at ?? null,
    }
  },
})

const linkedPageSize = 50

/** One deployment, and why each of its pull requests is linked. */
export const oneDeployment = defineQuestion({
  name: 'get_deployment',
  title: 'One deployment',
  sentence:
    'One deployment with its timeline, and the pull requests that it shipped with why each is linked and how long it took; or why there is none.',
  path: '/api/v1/deployments/{id}',
  input: z.strictObject({
    id: wholeNumber(Number.MAX_SAFE_INTEGER).describe('Id of the stored record, as list_deployments has it.'),
    page: pageOfList,
  }),
  output: z.object({
    organization: z.string(),
    ...deployment,
    previousCommitSha: foreign('What the pipeline named as the commit before.').nullable(),
    since: foreign(
      'Where the commits that it shipped begin, and why there; null when only its own commit counts.',
    ).nullable(),
    pipelineUrl: foreign('The run of its pipeline.').nullable(),
    repository: z.string().nullable().describe('Full name of the repository that its commit is found in.'),
    whyMissing: foreign('Why there are no pull requests, or not all of them.').nullable(),
    whatToDo: foreign('What to change so that there are.').nullable(),
    pullRequests: z.array(
      z.object({
        id: z.int(),
        repository: z.string(),
        number: z.int(),
        title: foreign('Title.'),
        author: foreign('Author.').nullable(),
        mergedAt: instant.nullable(),
        because: foreign('Why it is linked: "its merge commit was deployed".'),
        leadTimeSeconds: seconds(
          'From the merge to the end of the deployment; null where it was live before.',
        ).nullable(),
        liveBefore: z
          .object({ id: z.int(), deploymentId: foreign('Id that the pipeline gave it.'), completedAt: instant })
          .nullable()
          .describe('The deployment that made it live before this one.'),
        page: z.string().describe('Its page.'),
      }),
    ),
    next: nextPage,
    timeline: z
      .array(
        z.object({
          receivedAt: instant,
          status: oneOf(deploymentStatuses),
          startedAt: instant,
          completedAt: instant.nullable(),
        }),
      )
      .describe(
        'The latest 50 events that were received for it, but for old ones that decided nothing where the server drops these.',
      ),
  }),
  ask: async (caller, { id, page }) => {
    const { organization } = caller
    const number = pageNumber(page)
    const found = await getDeploymentById(organization.id, id)
    const span = { skip: (number - 1) * linkedPageSize, take: linkedPageSize }
    const linked = found.linkedPRs > 0 ? await loadLinked(organization.id, id, span) : []
    const ids = linked.map((each) => each.id)
    const earlier = new Map(
      (await loadEarlierDeliveries(organization.id, found, ids)).map((delivery) => [delivery.pullRequestId, delivery]),
    )
    const base = await loadBase(organization.id, id)
    const reason = found.linking ? null : found.reason
    const advice = reason && adviceOn(reason, { ...found, organization: organization.slug, repositoryToImport: null })
    return {
      ...found,
      organization: organization.slug,
      voided: found.voidedAt !== null,
      page: pageOf(caller, id),
      since: base && baseInWords(base),
      whyMissing: found.linking ? 'Its pull requests are still being looked for.' : (advice?.why ?? null),
      whatToDo: advice?.fix ?? null,
      pullRequests: linked.map((each) => ({
        ...each,
        because: methodInWords(each.method),
        leadTimeSeconds: earlier.has(each.id) ? null : each.leadTimeSeconds,
        liveBefore: earlier.get(each.id) ?? null,
        page: pageUrl(caller, `/pull-requests/${each.id}`),
      })),
      next: nextOf(number, Math.ceil(found.linkedPRs / linkedPageSize)),
      timeline: found.timeline.slice(-50),
    }
  },
})

function pageOf(caller: Caller, id: number): string {
  return pageUrl(caller, `/deployments/${id}`)
}
