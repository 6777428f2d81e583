import { formatExact, formatRelative } from '@/lib/core/format'

type Props = { value: Date; timeZone: string; now: Date; exact?: boolean }

/** An instant as people say it; the exact one, with its time zone, on hover and to screen readers. */
export function Time({ value, timeZone, now, exact = false }: Props) {
  const precise = formatExact(value, timeZone)
  return (
    <time className="whitespace-nowrap" dateTime={value.toISOString()} title={`${precise} ${timeZone}`}>
      {exact ? precise : formatRelative(value, now, timeZone)}
    </time>
  )
}
