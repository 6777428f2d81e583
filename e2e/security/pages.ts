import type { World } from './world'

/** `anyone`, `user`: any signed-in user, or members of the organization in the address. */
export type Audience = 'anyone' | 'user' | 'members'

export type PageRow = {
  /** As `listPages` spells it. */
  page: string
  audience: Audience
  /** Its address as a user of `world` opens it. */
  open: (world: World) => string
  /** Its address in the organization of `world` with an id that is not from there. */
  withId?: (world: World, id: number) => string
  /** The id in `open`, when it is not that of the deployment. */
  idOf?: (world: World) => number
  /** Where it sends people on to, when it has nothing of its own to show them. */
  redirects?: true
}

const inOrganization = (rest: string, row: Partial<PageRow> = {}): PageRow => ({
  page: `/[org]${rest}`,
  audience: 'members',
  open: ({ organization }) => `/${organization.slug}${rest}`,
  ...row,
})

/** Every page of the application: a new one has to be added here. */
export const pageRows: readonly PageRow[] = [
  { page: '/', audience: 'anyone', open: () => '/', redirects: true },
  { page: '/sign-in', audience: 'anyone', open: () => '/sign-in' },
  { page: '/setup', audience: 'anyone', open: () => '/setup', redirects: true },
  { page: '/invite/[token]', audience: 'anyone', open: ({ invitation }) => `/invite/${invitation.token}` },
  { page: '/docs/api', audience: 'anyone', open: () => '/docs/api' },
  { page: '/docs/api/[operation]', audience: 'anyone', open: () => '/docs/api/get_lead_time' },
  { page: '/profile', audience: 'user', open: () => '/profile' },
  { page: '/oauth/authorize', audience: 'user', open: ({ oauthRequest }) => `/oauth/authorize?${oauthRequest}` },
  inOrganization('', { redirects: true }),
  inOrganization('/insights'),
  inOrganization('/deployments'),
  {
    page: '/[org]/deployments/[id]',
    audience: 'members',
    open: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}`,
    withId: ({ organization }, id) => `/${organization.slug}/deployments/${id}`,
  },
  {
    page: '/[org]/insights/[metric]',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/insights/lead-time`,
  },
  {
    page: '/[org]/incidents/[id]',
    audience: 'members',
    open: ({ organization, failedId }) => `/${organization.slug}/incidents/${failedId}`,
    withId: ({ organization }, id) => `/${organization.slug}/incidents/${id}`,
    idOf: ({ failedId }) => failedId,
  },
  inOrganization('/incidents'),
  {
    page: '/[org]/incidents/recorded/[id]',
    audience: 'members',
    open: ({ organization, recordedId }) => `/${organization.slug}/incidents/recorded/${recordedId}`,
    withId: ({ organization }, id) => `/${organization.slug}/incidents/recorded/${id}`,
    idOf: ({ recordedId }) => recordedId,
  },
  inOrganization('/services'),
  {
    page: '/[org]/services/[service]',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/services/api`,
  },
  inOrganization('/teams'),
  {
    page: '/[org]/teams/[team]',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/teams/Payments`,
  },
  inOrganization('/risk'),
  inOrganization('/risk/model'),
  inOrganization('/wall'),
  inOrganization('/insights/month'),
  inOrganization('/insights/quarter'),
  inOrganization('/insights/week'),
  inOrganization('/pull-requests'),
  inOrganization('/pull-requests/undeployed'),
  {
    page: '/[org]/pull-requests/[id]',
    audience: 'members',
    open: ({ organization, pullRequestId }) => `/${organization.slug}/pull-requests/${pullRequestId}`,
    withId: ({ organization }, id) => `/${organization.slug}/pull-requests/${id}`,
    idOf: ({ pullRequestId }) => pullRequestId,
  },
  inOrganization('/settings', { redirects: true }),
  inOrganization('/settings/deployments'),
  inOrganization('/settings/members'),
  inOrganization('/settings/repositories'),
  {
    page: '/[org]/settings/repositories/choose/[connection]',
    audience: 'members',
    open: ({ organization, connectionId }) => `/${organization.slug}/settings/repositories/choose/${connectionId}`,
    withId: ({ organization }, id) => `/${organization.slug}/settings/repositories/choose/${id}`,
    idOf: ({ connectionId }) => connectionId,
  },
  {
    page: '/[org]/settings/repositories/paths/[repository]',
    audience: 'members',
    open: ({ organization, repository }) => `/${organization.slug}/settings/repositories/paths/${repository.id}`,
    withId: ({ organization }, id) => `/${organization.slug}/settings/repositories/paths/${id}`,
    idOf: ({ repository }) => repository.id,
  },
  inOrganization('/settings/risk'),
  inOrganization('/settings/calendar'),
  inOrganization('/settings/goals'),
  inOrganization('/settings/notifications'),
  inOrganization('/settings/assistants'),
  inOrganization('/settings/plan'),
  inOrganization('/settings/audit'),
]

/** Those that show something of their own to the members of an organization. */
export const shownPages: readonly PageRow[] = pageRows.filter(({ redirects }) => !redirects)
