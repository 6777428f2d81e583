'use client'

import NextLink, { useLinkStatus } from 'next/link'
import type { ComponentProps } from 'react'
import { LoadingLine } from './loading-line'

/** A link within the site; says while its page is on the way. */
export function Link({ children, ...props }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink {...props}>
      {children}
      <LinkPending />
    </NextLink>
  )
}

function LinkPending() {
  const { pending } = useLinkStatus()
  return pending && <LoadingLine />
}
