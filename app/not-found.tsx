import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { DeadEnd } from '@/components/ui/dead-end'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundPage() {
  return (
    <DeadEnd title="There is nothing at this address">
      <p>It may have been mistyped, or it belongs to an organization that you are not a member of.</p>
      <ButtonLink href="/">Start page</ButtonLink>
    </DeadEnd>
  )
}
