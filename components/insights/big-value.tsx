import { Missing } from '@/components/ui/missing'
import type { Figure } from '@/lib/metrics/figure'
import { exactText, valueParts } from '@/lib/reports/wording'

/** The value of a figure, large, its units small; its last digit in the title. */
export function BigValue({ figure: { value, unit, missing } }: { figure: Figure }) {
  if (value === null) {
    return (
      <p className="text-3xl leading-10 font-semibold">
        <Missing why={missing ?? 'Not enough data'} />
      </p>
    )
  }
  return (
    <p
      className="text-3xl leading-10 font-semibold tracking-tight whitespace-nowrap tabular-nums"
      title={exactText(value, unit)}
    >
      {valueParts(value, unit).map((part, index) => (
        <span key={part.unit}>
          {index > 0 && ' '}
          {part.number}
          {part.unit && <span className="pl-1 text-base font-normal tracking-normal text-muted">{part.unit}</span>}
        </span>
      ))}
    </p>
  )
}
