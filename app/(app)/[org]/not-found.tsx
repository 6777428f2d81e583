import type { Metadata } from 'next'
import { PageHeader } from '@/components/ui/page-header'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFoundInOrganization() {
  return (
    <PageHeader
      lead="It may have been mistyped, or it belongs to another organization."
      title="There is nothing at this address"
    />
  )
}
