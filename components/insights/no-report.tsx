import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** Stands for a report on what is not there, whose zeros would look like real ones. `href` is of the report on everything. */
export function NoReport({ href }: { href: string }) {
  return (
    <EmptyState title="Nothing to report on">
      <ButtonLink href={href}>Clear all filters</ButtonLink>
    </EmptyState>
  )
}
