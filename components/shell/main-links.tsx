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

/** Said once, for all links. */
const looks =
  '*:flex *:flex-auto *:flex-col *:items-center *:justify-center *:gap-1 *:border-t-2 *:border-transparent *:px-0.5 *:py-2 *:text-[0.6875rem] *:font-medium max-[22rem]:*:text-[0.625rem] max-[22rem]:*:tracking-tight *:whitespace-nowrap *:text-muted *:hover:text-ink *:aria-[current]:border-accent *:aria-[current]:text-ink lg:*:flex-none lg:*:flex-row lg:*:justify-start lg:*:gap-3 lg:*:border-t-0 lg:*:border-l-2 lg:*:px-5 lg:*:text-sm [&_svg]:size-5 lg:[&_svg]:size-4'

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
    <nav
      aria-label="Main"
      className={`fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:static lg:flex-col lg:gap-1 lg:border-t-0 lg:pb-0 ${looks}`}
    >
      {places.map(({ title, icon: Icon, ...place }) => (
        <NavLink key={title} {...place}>
          <Icon />
          {title}
        </NavLink>
      ))}
    </nav>
  )
}
