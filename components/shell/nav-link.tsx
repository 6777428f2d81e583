'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

type Props = {
  href: string
  /** The part of the site it stands for, when that is more than its page. */
  within?: string
  children: ReactNode
  look: 'rail' | 'tab'
}

const looks = {
  rail: 'flex flex-auto flex-col items-center justify-center gap-1 border-t-2 border-transparent px-0.5 py-2 text-[0.6875rem] font-medium max-[22rem]:text-[0.625rem] max-[22rem]:tracking-tight whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink lg:flex-none lg:flex-row lg:justify-start lg:gap-3 lg:border-t-0 lg:border-l-2 lg:px-5 lg:text-sm',
  tab: '-mb-px border-b-2 border-transparent px-1 pb-2.5 text-sm font-medium text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink',
}

/** A link that says when it leads to the page, or the part of the site, that is open. */
export function NavLink({ href, within = href, children, look }: Props) {
  const pathname = usePathname()
  const current = pathname === href ? 'page' : pathname.startsWith(`${within}/`) ? 'true' : undefined
  return (
    <Link aria-current={current} className={looks[look]} href={href} ref={current && bringIntoView}>
      {children}
    </Link>
  )
}

/** Where links do not fit next to each other: to the right, and never up or down the page. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  const bar = link?.parentElement
  if (bar) bar.scrollLeft += Math.max(0, link.getBoundingClientRect().right - bar.getBoundingClientRect().right)
}
