import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'

type Props = {
  /** Addresses of the pages beside this one and of the first; null where there is none. */
  newer: string | null
  older: string | null
  latest: string
}

/** The way to the pages beside this one. */
export function ListPager({ newer, older, latest }: Props) {
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
        <ButtonLink href={older} prefetch={false}>
          Older <ArrowRight aria-hidden="true" className="size-4" />
        </ButtonLink>
      )}
    </nav>
  )
}
