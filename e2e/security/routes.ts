import type { Audience } from './pages'
import type { World } from './world'

export type RouteRow = {
  /** As `listRoutes` spells it. */
  route: string
  /** `members` are those with a session; routes for pipelines, hosts, `user` and everyone have tests of their own. */
  audience: Audience | 'keys' | 'hosts'
  open: (world: World) => string
  withId?: (world: World, id: number) => string
}

/** Every route handler of the application: a new one has to be added here. */
export const routeRows: readonly RouteRow[] = [
  { route: '/api/auth/[...nextauth]', audience: 'anyone', open: () => '/api/auth/session' },
  { route: '/healthz', audience: 'anyone', open: () => '/healthz' },
  { route: '/readyz', audience: 'anyone', open: () => '/readyz' },
  {
    route: '/[org]/deployments/csv',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/deployments/csv`,
  },
  {
    route: '/[org]/insights/[metric]/csv',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/insights/lead-time/csv`,
  },
  { route: '/[org]/search', audience: 'members', open: ({ organization }) => `/${organization.slug}/search?q=api` },
  {
    route: '/[org]/deployments/version',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/deployments/version`,
  },
  {
    route: '/[org]/deployments/[id]/version',
    audience: 'members',
    open: ({ organization, deploymentId }) => `/${organization.slug}/deployments/${deploymentId}/version`,
    withId: ({ organization }, id) => `/${organization.slug}/deployments/${id}/version`,
  },
  {
    route: '/[org]/wall/version',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/wall/version`,
  },
  {
    route: '/[org]/summaries/version',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/summaries/version?kind=week&subject=2026-W10`,
  },
  {
    route: '/api/pull-requests/live',
    audience: 'keys',
    open: () => '/api/pull-requests/live?repository=acme/api&number=1',
  },
  {
    route: '/[org]/settings/repositories/version',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/settings/repositories/version`,
  },
  { route: '/api/v1/[...path]', audience: 'keys', open: () => '/api/v1/metrics' },
  { route: '/mcp', audience: 'keys', open: () => '/mcp' },
  { route: '/api/openapi.json', audience: 'anyone', open: () => '/api/openapi.json' },
  { route: '/argocd.yaml', audience: 'anyone', open: () => '/argocd.yaml' },
  { route: '/report.sh', audience: 'anyone', open: () => '/report.sh' },
  { route: '/report.ps1', audience: 'anyone', open: () => '/report.ps1' },
  { route: '/api/v1/badges/[metric]', audience: 'anyone', open: () => '/api/v1/badges/lead-time?token=none' },
  { route: '/api/webhooks/deployments', audience: 'keys', open: () => '/api/webhooks/deployments' },
  { route: '/api/webhooks/deployments/batch', audience: 'keys', open: () => '/api/webhooks/deployments/batch' },
  {
    route: '/api/webhooks/deployments/services',
    audience: 'keys',
    open: () => '/api/webhooks/deployments/services?repository=acme/api',
  },
  { route: '/api/webhooks/github', audience: 'hosts', open: () => '/api/webhooks/github' },
  { route: '/api/webhooks/gitlab', audience: 'hosts', open: () => '/api/webhooks/gitlab' },
  { route: '/api/github/manifest', audience: 'user', open: () => '/api/github/manifest?state=x&code=x' },
  { route: '/api/github/manifest/new', audience: 'user', open: () => '/api/github/manifest/new?state=x' },
  { route: '/api/github/installed', audience: 'user', open: () => '/api/github/installed?state=x&installation_id=1' },
  {
    route: '/.well-known/oauth-authorization-server',
    audience: 'anyone',
    open: () => '/.well-known/oauth-authorization-server',
  },
  {
    route: '/.well-known/oauth-protected-resource/[[...resource]]',
    audience: 'anyone',
    open: () => '/.well-known/oauth-protected-resource/mcp',
  },
  { route: '/oauth/register', audience: 'anyone', open: () => '/oauth/register' },
  { route: '/oauth/revoke', audience: 'anyone', open: () => '/oauth/revoke' },
  { route: '/oauth/token', audience: 'anyone', open: () => '/oauth/token' },
]
