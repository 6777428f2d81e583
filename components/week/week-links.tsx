import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { PrintButton } from './print-button'

type Week = { name: string; href: string }

/** Links to the previous and next week, and to printing. `next` is null for the week that goes on. */
export function WeekLinks({ previous, next }: { previous: Week; next: Week | null }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink href={previous.href} prefetch={false}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        <WeekName name={previous.name} />
      </ButtonLink>
      {next && (
        <ButtonLink href={next.href} prefetch={false}>
          <WeekName name={next.name} />
          <ArrowRight aria-hidden="true" className="size-4" />
        </ButtonLink>
      )}
      <PrintButton />
    </div>
  )
}

/** A phone has no room for the year. */
function WeekName({ name }: { name: string }) {
  const [year, week] = name.split('-')
  return (
    <span>
      <span className="max-sm:sr-only">{year}-</span>
      {week}
    </span>
  )
}
