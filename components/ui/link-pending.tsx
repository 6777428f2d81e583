'use client'

import { useLinkStatus } from 'next/link'
import { LoadingLine } from './loading-line'

/** Inside a link: shows that its page is on the way. */
export function LinkPending() {
  const { pending } = useLinkStatus()
  return pending && <LoadingLine />
}
