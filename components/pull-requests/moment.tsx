import { formatDate, formatExact, formatTime } from '@/lib/format'

/** An instant to the minute, to go on behind "since". */
export function Moment({ value, timeZone }: { value: Date; timeZone: string }) {
  return (
    <time
      className="whitespace-nowrap"
      dateTime={value.toISOString()}
      title={`${formatExact(value, timeZone)} ${timeZone}`}
    >
      {formatDate(value, timeZone)}, {formatTime(value, timeZone)}
    </time>
  )
}
