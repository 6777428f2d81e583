'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

type Props = {
  href: string
  /** The part of the site it stands for, when that is more than its page. */
  within?: string
  children: ReactNode
}

/** A link that says when it leads to the page, or the part of the site, that is open; the bar around it says how it looks. */
export function NavLink({ href, within, children }: Props) {
  const pathname = usePathname()
  const [path = href] = href.split('?')
  const current = pathname === path ? 'page' : pathname.startsWith(`${within ?? path}/`) ? 'true' : undefined
  return (
    <Link aria-current={current} href={href} ref={current && bringIntoView}>
      {children}
    </Link>
  )
}

/** How wide the fade at the end of such a bar is. */
const fadePx = 48

/** Where links do not fit next to each other: to the right, and never up or down the page. */
function bringIntoView(link: HTMLAnchorElement | null): void {
  const bar = link?.parentElement
  if (!bar) return
  const right = link.getBoundingClientRect().right + fadePx
  bar.scrollLeft += Math.max(0, right - bar.getBoundingClientRect().right)
}
