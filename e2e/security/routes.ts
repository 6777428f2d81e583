import type { Audience } from './pages'
import type { World } from './world'

export type RouteRow = {
  /** As `listRoutes` spells it. */
  route: string
  /** `members` are those with a session; routes for pipelines and for everybody have tests of their own. */
  audience: Audience | 'keys'
  open: (world: World) => string
  withId?: (world: World, id: number) => string
}

/** Every route handler of the application: a new one has to be added here. */
export const routeRows: readonly RouteRow[] = [
  { route: '/api/auth/[...nextauth]', audience: 'anyone', open: () => '/api/auth/session' },
  { route: '/api/health', audience: 'anyone', open: () => '/api/health' },
  {
    route: '/[org]/deployments/csv',
    audience: 'members',
    open: ({ organization }) => `/${organization.slug}/deployments/csv`,
  },
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
  { route: '/api/webhooks/deployments', audience: 'keys', open: () => '/api/webhooks/deployments' },
]
