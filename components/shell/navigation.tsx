import { Boxes, ChartLine, GitPullRequest, Rocket, ShieldAlert, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Wordmark } from '@/components/ui/wordmark'
import { NavLink } from './nav-link'
import { Switcher, type SwitcherProps } from './switcher'

type Props = SwitcherProps & { settingsPath: string; shortcuts: ReactNode }

/** The rail at the left of a wide screen; on a narrow one its links are a bar at the bottom. */
export function Navigation({ settingsPath, shortcuts, ...switcher }: Props) {
  const { slug } = switcher.organization
  return (
    <div className="contents lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-line print:hidden!">
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3 sm:px-8 lg:flex-col lg:items-stretch lg:gap-5 lg:border-b-0 lg:px-5 lg:pt-7 lg:pb-5">
        <Link aria-label="Leadline, start page" className="self-start" href={`/${slug}`}>
          <Wordmark />
        </Link>
        <Switcher {...switcher} />
      </header>
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] lg:static lg:flex-col lg:gap-1 lg:border-t-0 lg:pb-0"
      >
        <NavLink href={`/${slug}/insights`} look="rail">
          <ChartLine aria-hidden="true" className="size-5 lg:size-4" />
          Insights
        </NavLink>
        <NavLink href={`/${slug}/deployments`} look="rail">
          <Rocket aria-hidden="true" className="size-5 lg:size-4" />
          Deployments
        </NavLink>
        <NavLink href={`/${slug}/pull-requests`} look="rail">
          <GitPullRequest aria-hidden="true" className="size-5 lg:size-4" />
          Pull requests
        </NavLink>
        <NavLink href={`/${slug}/services`} look="rail">
          <Boxes aria-hidden="true" className="size-5 lg:size-4" />
          Services
        </NavLink>
        <NavLink href={`/${slug}/risk`} look="rail">
          <ShieldAlert aria-hidden="true" className="size-5 lg:size-4" />
          Risk
        </NavLink>
        <NavLink href={settingsPath} look="rail" within={`/${slug}/settings`}>
          <SlidersHorizontal aria-hidden="true" className="size-5 lg:size-4" />
          Settings
        </NavLink>
      </nav>
      <div className="hidden px-5 py-6 lg:mt-auto lg:block">{shortcuts}</div>
    </div>
  )
}
