import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import { paramsOf, refuseProblems } from '@/lib/core/query-filters'
import { reading } from '@/lib/db/reading'
import { deploymentFilterSchemas } from '@/lib/deployments/filters'
import { methodInWords } from '@/lib/deployments/linking/advice'
import { findRepositories } from '@/lib/deployments/linking/find-repository'
import { findService } from '@/lib/insights/services/find'
import { findTeam } from '@/lib/insights/teams/find'
import { parsePullRequestFilters, pullRequestFilterSchemas } from '@/lib/pull-requests/filters'
import { findLive } from '@/lib/pull-requests/find-live'
import { listPullRequests } from '@/lib/pull-requests/list'
import { listUndeployed, waitingDays } from '@/lib/pull-requests/list-undeployed'
import { type Caller, defineQuestion } from './define-question'
import { foreign, instant, nextOf, nextPage, pageNumber, pageOfList, pageUrl, seconds, wholeNumber } from './parts'

const pullRequest = {
  id: z.int().describe('Id of the stored record.'),
  number: z.int(),
  title: foreign('Title.'),
  page: z.string().describe('Its page.'),
}

const shippingDeployment = z.object({
  id: z.int(),
  deploymentId: foreign('Id that the pipeline gave it.'),
  service: foreign('What was deployed.').nullable(),
  environment: foreign('Where to.'),
  completedAt: instant,
})

const notLive = z
  .object({ why: z.enum(['not merged', 'merged, not deployed', 'rolled back']), since: instant.nullable() })
  .nullable()
  .describe('What keeps it from being live; null when it is.')

const { q, state, repository, team, author } = pullRequestFilterSchemas

/** Pull requests, whether live or not. */
export const pullRequests = defineQuestion({
  name: 'list_pull_requests',
  title: 'Pull requests',
  sentence: 'Pull requests, the latest merge first: which deployment delivered each, and how long after its merge.',
  path: '/api/v1/pull-requests',
  input: z.strictObject({
    q: q.optional().describe('A number, or a part of the first 250 characters of the title.'),
    state: state
      .optional()
      .describe('`live` in production, `undeployed` merged and not live, `open`, `closed` unmerged.'),
    repository: repository.optional().describe('Its name, such as acme/api.'),
    team: team.optional().describe('What its services shipped, or have yet to ship.'),
    author: author.optional(),
    limit: wholeNumber(100).default(50),
    page: pageOfList,
  }),
  output: z.object({
    organization: z.string(),
    pullRequests: z.array(
      z.object({
        ...pullRequest,
        repository: z.string(),
        author: foreign('Author.').nullable(),
        state: z.enum(['open', 'closed', 'merged']),
        baseBranch: foreign('What it is merged into.'),
        openedAt: instant.nullable(),
        mergedAt: instant.nullable(),
        closedAt: instant.nullable(),
        delivery: shippingDeployment
          .extend({
            because: z.string().describe('Why it is linked to that deployment.'),
            leadTimeSeconds: seconds('From its merge to production.'),
          })
          .nullable()
          .describe('The deployment that delivered it.'),
        liveBefore: shippingDeployment
          .nullable()
          .describe('The first deployment of a service that contained it, where none delivered it.'),
        notLive,
      }),
    ),
    next: nextPage,
    searchedTo: instant
      .nullable()
      .describe('Where a search for rare matches stopped on its way; `next` goes on there.'),
  }),
  ask: async (caller, { limit, page = null, ...given }) => {
    const { organization } = caller
    const { filters, problems } = parsePullRequestFilters(paramsOf(given))
    refuseProblems(problems)
    if (filters.repository) await refuseUnknownRepository(organization.id, filters.repository)
    if (filters.team) await findTeam(organization.id, filters.team)
    const found = await listPullRequests(organization.id, filters, page, limit)
    return {
      organization: organization.slug,
      pullRequests: found.pullRequests.map(({ delivery, ...each }) => ({
        ...each,
        delivery: delivery && { ...delivery, because: methodInWords(delivery.method) },
        page: pageOf(caller, each.id),
      })),
      next: found.older,
      searchedTo: found.stopped?.at ?? null,
    }
  },
})

/** What is merged and not live. */
export const undeployed = defineQuestion({
  name: 'list_undeployed_pull_requests',
  title: 'Merged and not deployed',
  sentence: `What was merged in the last ${waitingDays} days and is not live yet, for each service, the longest wait first. Ten services at a time, with the oldest ten pull requests of each.`,
  path: '/api/v1/pull-requests/undeployed',
  input: z.strictObject({
    repository: repository.optional().describe('Its name, such as acme/api.'),
    service: deploymentFilterSchemas.service.optional().describe('Only this service.'),
    team: team.optional().describe('Only services of this team.'),
    page: pageOfList,
  }),
  output: z.object({
    organization: z.string(),
    services: z.array(
      z.object({
        repository: z.string(),
        service: foreign('What was deployed.').nullable(),
        total: z.int().describe('How many pull requests wait for it.'),
        pullRequests: z.array(
          z.object({
            ...pullRequest,
            author: foreign('Author.').nullable(),
            mergedAt: instant,
            ageSeconds: seconds('Since the merge.'),
          }),
        ),
      }),
    ),
    total: z.int().describe('How many services wait, on all pages.'),
    leftOut: z.int().describe('How many services were not looked at.'),
    next: nextPage,
    page: z.string().describe('The page of all of them.'),
  }),
  ask: async (caller, { page, ...chosen }) => {
    const { organization } = caller
    const number = pageNumber(page)
    if (chosen.service) await findService(organization.id, chosen.service)
    if (chosen.team) await findTeam(organization.id, chosen.team)
    const { listed, leftOut } = await listUndeployed(organization.id, chosen)
    const last = number * 10
    return {
      organization: organization.slug,
      services: listed.slice(last - 10, last).map((group) => ({
        ...group,
        pullRequests: group.pullRequests.slice(0, 10).map((each) => ({ ...each, page: pageOf(caller, each.id) })),
      })),
      total: listed.length,
      leftOut,
      next: nextOf(number, Math.ceil(listed.length / 10)),
      page: pageUrl(caller, '/pull-requests/undeployed'),
    }
  },
})

/** Whether a pull request is in production. */
export const live = defineQuestion({
  name: 'is_pull_request_live',
  title: 'Is it live',
  sentence: 'Whether a pull request is in production, since when and by which deployment, or what it waits for.',
  path: '/api/v1/pull-requests/live',
  input: z.strictObject({
    repository: repository.describe('Its name, such as acme/api.'),
    number: wholeNumber(999_999_999).describe('The number of the pull request.'),
  }),
  output: z.object({
    organization: z.string(),
    ...pullRequest,
    repository: z.string(),
    state: z.enum(['open', 'closed', 'merged']),
    mergedAt: instant.nullable(),
    live: z.boolean(),
    since: instant.nullable(),
    beforeFirstDeployment: z
      .boolean()
      .describe('Whether no deployment delivered it, but the first one of a service contained it.'),
    firstDeployment: shippingDeployment.nullable().describe('That first deployment.'),
    deployment: shippingDeployment
      .omit({ completedAt: true })
      .nullable()
      .describe('The earliest production success that shipped it.'),
    because: foreign('Why it is linked to that deployment.').nullable(),
    leadTimeSeconds: seconds('From the merge to production.').nullable(),
    services: z
      .array(
        z.object({
          service: foreign('What was deployed.').nullable(),
          environment: foreign('Where to.'),
          since: instant,
        }),
      )
      .describe('Everywhere it is live.'),
    notLive,
  }),
  ask: async (caller, { repository, number }) => {
    const { organization } = caller
    const found = await findLive(organization.id, repository, number)
    return { ...found, organization: organization.slug, page: pageOf(caller, found.id) }
  },
})

/** No one is to take what a mistyped name selects for nothing. Throws `not_found`. */
async function refuseUnknownRepository(organizationId: number, name: string): Promise<void> {
  const found = await reading((read) => findRepositories(read, organizationId, name))
  if (found.length === 0) throw new AppError('not_found', `No repository is called “${name}”`)
}

function pageOf(caller: Caller, id: number): string {
  return pageUrl(caller, `/pull-requests/${id}`)
}
