'use client'

import {
  Boxes,
  ChartLine,
  GitPullRequest,
  Rocket,
  ShieldAlert,
  SlidersHorizontal,
  UsersRound,
} from '@/components/ui/icons'
import { NavLink } from './nav-link'

type Place = { title: string; icon: typeof Rocket; href: string; within?: string }

/** What the view of a person adds to addresses, by what they filter: "?team=Harbour", or "". */
export type ViewQueries = { reports: string; teams: string; pullRequests: string }

/** The links of the rail, or of the bar that it is on a narrow screen. */
export function MainLinks({
  slug,
  settingsPath,
  queries,
}: {
  slug: string
  settingsPath: string
  queries: ViewQueries
}) {
  const places: Place[] = [
    { title: 'Insights', icon: ChartLine, href: `/${slug}/insights${queries.reports}` },
    { title: 'Deployments', icon: Rocket, href: `/${slug}/deployments${queries.reports}` },
    { title: 'Pull requests', icon: GitPullRequest, href: `/${slug}/pull-requests${queries.pullRequests}` },
    { title: 'Services', icon: Boxes, href: `/${slug}/services${queries.reports}` },
    { title: 'Teams', icon: UsersRound, href: `/${slug}/teams${queries.teams}` },
    { title: 'Risk', icon: ShieldAlert, href: `/${slug}/risk` },
    { title: 'Settings', icon: SlidersHorizontal, href: settingsPath, within: `/${slug}/settings` },
  ]
  return (
    <nav aria-label="Main" className="main-links">
      {places.map(({ title, icon: Icon, ...place }) => (
        <NavLink key={title} {...place}>
          <Icon />
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
