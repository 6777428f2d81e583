import { ArrowLeft, ArrowRight } from '@/components/ui/icons'
import { formatCount } from '@/lib/core/format'
import { ButtonLink } from './button'

type Props = {
  page: number
  pages: number
  /** The address of a page by its number. */
  to: (page: number) => string
  /** What the links to the previous and next page say. */
  before?: string
  after?: string
  /** What stands between them, other than the number of the page. */
  words?: string
}

/** The way through numbered pages of rows. */
export function NumberedPager({ page, pages, to, before = 'Newer', after = 'Older', words }: Props) {
  if (pages === 1) return null
  return (
    <nav aria-label="Pages" className="grid grid-cols-[auto_1fr_auto] items-center gap-2 pt-2 sm:grid-cols-3">
      <div>
        {page > 1 && (
          <ButtonLink href={to(page - 1)} prefetch={false}>
            <ArrowLeft /> {before}
          </ButtonLink>
        )}
      </div>
      <p className="text-center text-sm text-muted tabular-nums">
        {words ?? `Page ${formatCount(page)} of ${formatCount(pages)}`}
      </p>
      <div className="text-right">
        {page < pages && (
          <ButtonLink href={to(page + 1)} prefetch={false}>
            {after} <ArrowRight />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
