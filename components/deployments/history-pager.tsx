import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { type DeploymentFilters, filterQuery } from '@/lib/deployments/filters'

type Props = { path: string; filters: DeploymentFilters; newer: string | null; older: string | null }

/** The way to the pages beside this one and to both ends of the history. */
export function HistoryPager({ path, filters, newer, older }: Props) {
  if (!newer && !older) return null
  const to = (page: string | null) => `${path}${filterQuery(filters, { page })}`
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2 pt-2">
      <div className="flex gap-2">
        {newer && (
          <>
            <ButtonLink href={to(newer)} prefetch={false}>
              <ArrowLeft aria-hidden="true" className="size-4" /> Newer
            </ButtonLink>
            <ButtonLink href={to(null)} look="quiet" prefetch={false}>
              Latest
            </ButtonLink>
          </>
        )}
      </div>
      <div className="flex gap-2">
        {older && (
          <>
            <ButtonLink href={to('oldest')} look="quiet" prefetch={false}>
              Oldest
            </ButtonLink>
            <ButtonLink href={to(older)} prefetch={false}>
              Older <ArrowRight aria-hidden="true" className="size-4" />
            </ButtonLink>
          </>
        )}
      </div>
    </nav>
  )
}
