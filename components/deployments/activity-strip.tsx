import { Link } from '@/components/ui/link'
import { formatCount, plural } from '@/lib/core/format'
import type { ActivityDay } from '@/lib/deployments/activity'
import { type DeploymentFilters, historyQuery } from '@/lib/deployments/filters'

type Day = ActivityDay & { title: string; short: string }
type Props = { days: Day[]; filters: DeploymentFilters; path: string }

/** Lengths of the longest lines: up for what succeeded, down for what failed, a gap between them for the axis. */
const up = 40
const gap = 3
const down = 16
const height = up + gap + down

/** Every day of the last weeks as a line up for what succeeded and one down for what failed; days and weeks filter. */
export function ActivityStrip({ days, filters, path }: Props) {
  const scale = Math.max(
    0.1,
    ...days.map(({ succeeded }) => succeeded / up),
    ...days.map(({ failed }) => failed / down),
  )
  const length = (count: number) => (count === 0 ? 0 : Math.max(count / scale, 1.5))
  const linkTo = (from: string, to: string) => `${path}${historyQuery(filters, { from, to })}`
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const { all, failed, atLeast } = sumOf(days)
  return (
    <figure className="flex flex-col gap-2">
      <svg
        aria-hidden="true"
        className="h-16 w-full"
        preserveAspectRatio="none"
        viewBox={`0 0 ${days.length * 10} ${height}`}
      >
        {days.map((day, index) => (
          <a className="group" href={linkTo(day.day, day.day)} key={day.day} tabIndex={-1}>
            <title>{`${day.title}: ${describe(day)}`}</title>
            <rect
              className={isChosen(day.day, filters) ? 'fill-line' : 'fill-transparent group-hover:fill-line'}
              height={height}
              width="10"
              x={index * 10}
            />
            {isChosen(day.day, filters) && (
              <rect className="fill-accent" height="2" width="10" x={index * 10} y={height - 2} />
            )}
            <rect
              className="fill-success"
              height={length(day.succeeded)}
              width="6"
              x={index * 10 + 2}
              y={up - length(day.succeeded)}
            />
            <rect className="fill-failure" height={length(day.failed)} width="6" x={index * 10 + 2} y={up + gap} />
          </a>
        ))}
        <rect className="fill-strong-line" height="1" width={days.length * 10} y={up + 1} />
      </svg>
      <ol className="grid grid-cols-12 text-xs text-muted">
        {weeks.map((week, index) => (
          <li className={index % 3 === 0 ? 'max-sm:col-span-3' : 'max-sm:hidden'} key={week[0]?.day}>
            <Link
              className="inline-block py-1 whitespace-nowrap underline-offset-4 hover:text-ink hover:underline"
              href={linkTo(week.at(0)?.day ?? '', week.at(-1)?.day ?? '')}
              prefetch={false}
              scroll={false}
            >
              {week.at(0)?.short}
              <span className="sr-only">
                {' '}
                to {week.at(-1)?.short}: {describe(sumOf(week))}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <figcaption className="text-xs text-muted">
        {atLeast && 'At least '}
        {plural(all, 'deployment')} in twelve weeks, {formatCount(failed)} failed or rolled back (below the line). A day
        or a week opens.
      </figcaption>
    </figure>
  )
}

function isChosen(day: string, { from, to }: DeploymentFilters): boolean {
  return (from ?? to) !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to)
}

type Counts = Omit<ActivityDay, 'day'>

function describe({ all, succeeded, failed, atLeast }: Counts): string {
  if (all === 0) return 'no deployment'
  return `${atLeast ? 'at least ' : ''}${plural(all, 'deployment')}, ${formatCount(succeeded)} succeeded, ${formatCount(failed)} failed or rolled back`
}

function sumOf(days: readonly Counts[]): Counts {
  return days.reduce(
    (sum, day) => ({
      all: sum.all + day.all,
      succeeded: sum.succeeded + day.succeeded,
      failed: sum.failed + day.failed,
      atLeast: sum.atLeast || day.atLeast,
    }),
    { all: 0, succeeded: 0, failed: 0, atLeast: false },
  )
}
