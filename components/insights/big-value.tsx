import { Missing } from '@/components/ui/missing'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { exactText, valueParts } from '@/lib/insights/metrics/value-text'

export type ShownValue = Pick<MetricValue, 'value' | 'unit' | 'missing'>

type Props = {
  result: ShownValue
  /** Sizes. */
  className?: string
}

/** A value, large, its units small; its last digit in the title. */
export function BigValue({ result: { value, unit, missing }, className = 'text-3xl leading-10' }: Props) {
  if (value === null) {
    return (
      <p className={`font-semibold ${className}`}>
        <Missing why={missing ?? 'Not enough data'} />
      </p>
    )
  }
  return (
    <p className={`big-value ${className}`} title={exactText(value, unit)}>
      {valueParts(value, unit).map((part, index) => (
        <span key={part.unit}>
          {index > 0 ? ` ${part.number}` : part.number}
          {part.unit && <small className={part.unit === '%' ? 'pl-0' : undefined}>{part.unit}</small>}
        </span>
      ))}
    </p>
  )
}
