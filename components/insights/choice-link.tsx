'use client'

import { Link } from '@/components/ui/link'

type Props = { text: string; label?: string; href: string; current: boolean }

/** One of a row of choices, each of which is an address of the page that is open. */
export function ChoiceLink({ text, label, href, current }: Props) {
  return (
    <Link aria-current={current ? 'true' : undefined} aria-label={label} href={href} prefetch={false} scroll={false}>
      {text}
    </Link>
  )
}
