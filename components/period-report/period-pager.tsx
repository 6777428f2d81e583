import { ButtonLink } from '@/components/ui/button'
import { ArrowLeft, ArrowRight } from '@/components/ui/icons'
import { PrintButton } from './print-button'

/** `name` is "2026-W47" or "October 2026"; `days` are "1 to 31 Oct 2026". */
type Neighbour = { kind: string; name: string; days: string; href: string }

/** Links to the period before and the next one, and to printing. `next` is null for the period that goes on. */
export function PeriodPager({ previous, next }: { previous: Neighbour; next: Neighbour | null }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink aria-label={`Previous ${wordsOf(previous)}`} href={previous.href} prefetch={false}>
        <ArrowLeft />
        <PeriodName name={previous.name} />
      </ButtonLink>
      {next && (
        <ButtonLink aria-label={`Next ${wordsOf(next)}`} href={next.href} prefetch={false}>
          <PeriodName name={next.name} />
          <ArrowRight />
        </ButtonLink>
      )}
      <PrintButton />
    </div>
  )
}

/** A phone has no room for the year. */
function PeriodName({ name }: Pick<Neighbour, 'name'>) {
  const [before, year, after] = name.split(/(20\d\d-?)/)
  return (
    <span>
      {before}
      <span className="max-sm:sr-only">{year}</span>
      {after}
    </span>
  )
}

function wordsOf({ kind, name, days }: Neighbour): string {
  return `${kind}: ${name}, ${days}`
}
