import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { LinkPending } from './link-pending'

/** A link within the site; says while its page is on the way. */
export function Link({ children, ...props }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink {...props}>
      {children}
      <LinkPending />
    </NextLink>
  )
}
