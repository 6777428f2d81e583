import { ArrowLeft, ArrowRight } from '@/components/ui/icons'
import { ButtonLink } from './button'

type Props = {
  /** Addresses of the previous and next page; null where there is none. Not every list can be read backwards. */
  newer?: string | null
  older: string | null
  /** Addresses of both ends; null on the first page. Not every list can be read from its oldest. */
  latest: string | null
  oldest?: string
  /** Whether the next page is shown from its top. */
  scroll?: boolean
}

/** Links to the previous and next page and to the ends of the list. */
export function Pager({ newer = null, older, latest, oldest, scroll = true }: Props) {
  if (!latest && !older) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2 pt-2">
      <div className="flex gap-2">
        {newer && (
          <ButtonLink href={newer} prefetch={false} scroll={scroll}>
            <ArrowLeft /> Newer
          </ButtonLink>
        )}
        {latest && (
          <ButtonLink href={latest} look="quiet" prefetch={false} scroll={scroll}>
            Latest
          </ButtonLink>
        )}
      </div>
      {older && (
        <div className="flex gap-2">
          {oldest && (
            <ButtonLink href={oldest} look="quiet" prefetch={false} scroll={scroll}>
              Oldest
            </ButtonLink>
          )}
          <ButtonLink href={older} prefetch={false} scroll={scroll}>
            Older <ArrowRight />
          </ButtonLink>
        </div>
      )}
    </nav>
  )
}
