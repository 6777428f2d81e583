import { formatDate, formatExact, formatRelative } from '@/lib/core/format'

type Props = { value: Date; timeZone: string; now: Date; exact?: boolean; day?: boolean }

/** An instant as people say it, or its day; the exact one, with its time zone, on hover and to screen readers. */
export function Time({ value, timeZone, now, exact = false, day = false }: Props) {
  const precise = formatExact(value, timeZone)
  return (
    <time className="whitespace-nowrap" dateTime={value.toISOString()} title={`${precise} ${timeZone}`}>
      {exact ? precise : day ? formatDate(value, timeZone) : formatRelative(value, now, timeZone)}
    </time>
  )
}
