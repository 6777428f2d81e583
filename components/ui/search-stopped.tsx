import type { ReactNode } from 'react'
import { formatDate } from '@/lib/core/format'
import type { Page } from '@/lib/db/pager'
import { Link } from './link'
import { Notice } from './notice'

type Props = {
  stopped: NonNullable<Page['stopped']>
  /** What is searched for: "deployments". */
  things: string
  /** The page to search on from there. */
  href: string
  timeZone: string
  /** Other ways on, each a list item. */
  children?: ReactNode
}

/** Why a page is short although more rows may match, and the ways on. */
export function SearchStopped({ stopped, things, href, timeZone, children }: Props) {
  const day = formatDate(stopped.at, timeZone)
  const isBack = stopped.direction === 'older'
  return (
    <Notice kind="info">
      <p>
        {isBack
          ? `Searched back to ${day}; earlier ${things} may match.`
          : `Searched up to ${day}; later ${things} may match.`}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <li>
          <Link className="underline underline-offset-4 hover:text-ink" href={href} prefetch={false}>
            {isBack ? 'Search further back' : 'Search on'}
          </Link>
        </li>
        {children}
      </ul>
    </Notice>
  )
}
