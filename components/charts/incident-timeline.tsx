import { formatExact } from '@/lib/core/format'
import { percent } from '@/lib/insights/charts/percent'
import { timeTicks } from '@/lib/insights/charts/time-ticks'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'

/** Instants are milliseconds since 1970; `closedAt` is null while it is open. `words` says what happened, in short. */
type Incident = { label: string; href: string; openedAt: number; closedAt: number | null; words: string }
type Props = { title: string; from: Date; to: Date; timeZone: string; incidents: readonly Incident[] }

const columns = 'grid grid-cols-1 gap-x-4 @lg:grid-cols-[14rem_minmax(0,1fr)] @3xl:grid-cols-[21rem_minmax(0,1fr)]'
/** Room at both ends for the marks. */
const strip = 'w-full overflow-visible px-2.5 @lg:col-start-2'

/** When something was broken: a cross where it failed, a line until it was repaired; open ones run on. */
export function IncidentTimeline({ title, from, to, timeZone, incidents }: Props) {
  const placeOf = (instant: number) =>
    Math.min(Math.max((instant - from.getTime()) / (to.getTime() - from.getTime()), 0), 1)
  if (incidents.length === 0) return <p className="text-sm text-muted">No incident in this period.</p>
  return (
    <ChartFigure title={title}>
      <ul className="text-sm tabular-nums">
        {incidents.map((incident) => (
          <li className={`relative border-t border-line py-2 hover:bg-raised ${columns}`} key={incident.href}>
            <p className="min-w-0 wrap-anywhere">
              <a className="after:absolute after:inset-0" href={incident.href}>
                {incident.label}
              </a>
              <span className="block text-xs text-muted">{incident.words}</span>
            </p>
            <svg aria-hidden="true" className={`h-8 ${strip}`}>
              <line className="stroke-line" x1="0" x2="100%" y1="50%" y2="50%" />
              <Span
                closed={incident.closedAt !== null && incident.closedAt <= to.getTime()}
                opensHere={incident.openedAt >= from.getTime()}
                from={placeOf(incident.openedAt)}
                to={placeOf(incident.closedAt ?? to.getTime())}
              />
            </svg>
          </li>
        ))}
        <li className={`border-t border-line text-xs ${columns}`}>
          <svg aria-hidden="true" className={`h-6 ${strip}`}>
            {timeTicks(from, to, timeZone).map(({ label, at }) => (
              <text className="fill-muted" key={at} x={percent(at)} y="16">
                {label}
              </text>
            ))}
          </svg>
        </li>
      </ul>
      <ChartTable
        caption={title}
        columns={['Incident', 'Opened', 'Closed']}
        rows={incidents.map(({ label, href, openedAt, closedAt }) => ({
          id: href,
          name: label,
          href,
          cells: [
            formatExact(new Date(openedAt), timeZone),
            closedAt === null ? { missing: 'Not closed in this period' } : formatExact(new Date(closedAt), timeZone),
          ],
        }))}
      />
    </ChartFigure>
  )
}

type SpanProps = { from: number; to: number; opensHere: boolean; closed: boolean }

/** The marks stand next to the ends of the line, so that both are seen where it is short. */
function Span({ from, to, opensHere, closed }: SpanProps) {
  return (
    <>
      <line className="stroke-failure stroke-[3]" x1={percent(from)} x2={percent(to)} y1="50%" y2="50%" />
      <svg aria-hidden="true" overflow="visible" x={percent(from)} y="50%">
        <path className="fill-none stroke-failure stroke-2" d={opensHere ? 'M-9-4-1 4M-1-4-9 4' : 'M0-5-6 0 0 5'} />
      </svg>
      <svg aria-hidden="true" overflow="visible" x={percent(to)} y="50%">
        {closed ? (
          <circle className="fill-success" cx="5" r="4" />
        ) : (
          <path className="fill-none stroke-failure stroke-2" d="M0-5 6 0 0 5" />
        )}
      </svg>
    </>
  )
}
