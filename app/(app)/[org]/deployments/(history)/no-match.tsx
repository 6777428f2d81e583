import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

/** Nothing to show although there are deployments: none matches, or the history ends before this page. */
export function NoMatch({ path, atEnd }: { path: string; atEnd: boolean }) {
  if (atEnd) {
    return (
      <EmptyState title="The history ends here">
        <ButtonLink href={path}>Show the latest</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No deployment matches">
      <p>Values count as they were sent, capitals included. A day is one of the organization's time zone.</p>
      <ButtonLink href={path}>Clear all filters</ButtonLink>
    </EmptyState>
  )
}
