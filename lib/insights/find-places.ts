import { atLeast } from '@/lib/accounts/members/roles'
import { reporting } from '@/lib/db/reporting'
import { distinctNames } from '@/lib/deployments/filter-values'
import { parseDeploymentFilters } from '@/lib/deployments/filters'
import { listDeployments } from '@/lib/deployments/list'
import { loadTeamNames } from '@/lib/deployments/services-of-team'
import type { Role } from '@/lib/generated/prisma/enums'
import { metrics } from '@/lib/insights/metrics/registry'
import { parsePullRequestFilters } from '@/lib/pull-requests/filters'
import { listPullRequests } from '@/lib/pull-requests/list'

/** Something that has a page within an organization: `path` comes after its slug. */
export type Place = { title: string; kind: string; path: string }

const maxOfKind = 5
const maxLength = 200

const pages: Place[] = [
  ['Insights', '/insights'],
  ['Report of a week', '/insights/week'],
  ['Report of a month', '/insights/month'],
  ['Report of a quarter', '/insights/quarter'],
  ['Deployments', '/deployments'],
  ['Pull requests', '/pull-requests'],
  ['Merged, not deployed', '/pull-requests/undeployed'],
  ['Recorded incidents', '/incidents'],
  ['Services', '/services'],
  ['Teams', '/teams'],
  ['Risk', '/risk'],
  ['Wall', '/wall'],
  ['Settings: deployments and API keys', '/settings/deployments'],
  ['Settings: repositories', '/settings/repositories'],
  ['Settings: members', '/settings/members'],
  ['Settings: risk', '/settings/risk'],
  ['Settings: calendar', '/settings/calendar'],
  ['Settings: goals', '/settings/goals'],
  ['Settings: notifications', '/settings/notifications'],
  ['Settings: assistants', '/settings/assistants'],
  ['Settings: plan', '/settings/plan'],
  ['Settings: audit', '/settings/audit'],
].map(([title = '', path = '']) => ({ title, kind: 'Page', path }))

const metricPages: Place[] = metrics.map(({ title, slug }) => ({ title, kind: 'Metric', path: `/insights/${slug}` }))

/**
 * Where a text may lead: pages, metrics, services and teams by a part of their name, deployments and pull requests as
 * their lists find them, at most five of each. Without a text, the pages. Only what `role` may open.
 */
export async function findPlaces(organizationId: number, role: Role, text: string): Promise<Place[]> {
  const q = text.trim().slice(0, maxLength)
  const open = pages.filter(({ path }) => path !== '/settings/audit' || atLeast(role, 'manager'))
  if (q === '') return open
  const matches = (title: string) => title.toLowerCase().includes(q.toLowerCase())
  const named = await findNamed(organizationId, matches)
  const [deployments, pullRequests] = await Promise.all([
    findDeployments(organizationId, q),
    findPullRequests(organizationId, q),
  ])
  return [...[...open, ...metricPages].filter(({ title }) => matches(title)), ...named, ...deployments, ...pullRequests]
}

function findNamed(organizationId: number, matches: (title: string) => boolean): Promise<Place[]> {
  return reporting(organizationId, async (read) => {
    const services = await read<{ value: string }>(distinctNames(organizationId, 'service'))
    const { listed: teams } = await loadTeamNames(read, organizationId)
    const placesOf = (names: string[], kind: string, under: string) =>
      names
        .filter(matches)
        .slice(0, maxOfKind)
        .map((name) => ({ title: name, kind, path: `/${under}/${encodeURIComponent(name)}` }))
    const named = services.map(({ value }) => value)
    return [...placesOf(named, 'Service', 'services'), ...placesOf(teams, 'Team', 'teams')]
  })
}

async function findDeployments(organizationId: number, q: string): Promise<Place[]> {
  const { filters, problems } = parseDeploymentFilters(new URLSearchParams({ q }))
  if (problems.length > 0) return []
  const { deployments } = await listDeployments(organizationId, filters, null, maxOfKind)
  return deployments.map(({ id, deploymentId, service, environment }) => ({
    title: deploymentId,
    kind: `Deployment${service ? ` of ${service}` : ''} to ${environment}`,
    path: `/deployments/${id}`,
  }))
}

async function findPullRequests(organizationId: number, q: string): Promise<Place[]> {
  const { filters, problems } = parsePullRequestFilters(new URLSearchParams({ q }))
  if (problems.length > 0) return []
  const { pullRequests } = await listPullRequests(organizationId, filters, null, maxOfKind)
  return pullRequests.map(({ id, number, title, repository }) => ({
    title: `#${number} ${title}`,
    kind: `Pull request of ${repository}`,
    path: `/pull-requests/${id}`,
  }))
}
