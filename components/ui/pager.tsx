import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from './button'

type Props = {
  /** Addresses of the previous and next page; null where there is none. */
  newer: string | null
  older: string | null
  /** Addresses of both ends. Not every list can be read from its oldest. */
  latest: string
  oldest?: string
}

/** Links to the previous and next page and to the ends of the list. */
export function Pager({ newer, older, latest, oldest }: Props) {
  if (!newer && !older) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-between gap-2 pt-2">
      <div className="flex gap-2">
        {newer && (
          <>
            <ButtonLink href={newer} prefetch={false}>
              <ArrowLeft aria-hidden="true" className="size-4" /> Newer
            </ButtonLink>
            <ButtonLink href={latest} look="quiet" prefetch={false}>
              Latest
            </ButtonLink>
          </>
        )}
      </div>
      {older && (
        <div className="flex gap-2">
          {oldest && (
            <ButtonLink href={oldest} look="quiet" prefetch={false}>
              Oldest
            </ButtonLink>
          )}
          <ButtonLink href={older} prefetch={false}>
            Older <ArrowRight aria-hidden="true" className="size-4" />
          </ButtonLink>
        </div>
      )}
    </nav>
  )
}
