import { Missing } from '@/components/ui/missing'
import type { Figure } from '@/lib/metrics/figure'
import { exactText, valueParts } from '@/lib/reports/wording'

type Props = {
  figure: Figure
  /** Sizes. */
  className?: string
}

/** The value of a figure, large, its units small; its last digit in the title. */
export function BigValue({ figure: { value, unit, missing }, className = 'text-3xl leading-10' }: Props) {
  if (value === null) {
    return (
      <p className={`font-semibold ${className}`}>
        <Missing why={missing ?? 'Not enough data'} />
      </p>
    )
  }
  return (
    <p
      className={`font-semibold tracking-tight whitespace-nowrap tabular-nums ${className}`}
      title={exactText(value, unit)}
    >
      {valueParts(value, unit).map((part, index) => (
        <span key={part.unit}>
          {index > 0 && ' '}
          {part.number}
          {part.unit && (
            <span className="pl-[0.25em] text-[0.5em] font-normal tracking-normal text-muted">{part.unit}</span>
          )}
        </span>
      ))}
    </p>
  )
}
