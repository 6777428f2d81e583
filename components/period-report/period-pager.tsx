import { ButtonLink } from '@/components/ui/button'
import { ArrowLeft, ArrowRight } from '@/components/ui/icons'
import { PrintButton } from './print-button'

type Neighbour = { name: string; href: string }

/** Links to the period before and the next one, and to printing. `next` is null for the period that goes on. */
export function PeriodPager({ previous, next }: { previous: Neighbour; next: Neighbour | null }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink href={previous.href} prefetch={false}>
        <ArrowLeft />
        <PeriodName name={previous.name} />
      </ButtonLink>
      {next && (
        <ButtonLink href={next.href} prefetch={false}>
          <PeriodName name={next.name} />
          <ArrowRight />
        </ButtonLink>
      )}
      <PrintButton />
    </div>
  )
}

/** A phone has no room for the year. */
function PeriodName({ name }: { name: string }) {
  const [year, rest] = name.split('-')
  return (
    <span>
      <span className="max-sm:sr-only">{year}-</span>
      {rest}
    </span>
  )
}
