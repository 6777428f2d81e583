'use client'

import { percent } from '@/lib/insights/charts/percent'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'

/**
 * `from` and `to` are places from 0 to 1, or beyond them where it opened before or closed after what is drawn; `to` is
 * null while it is open. `words` says what happened, in short.
 */
type Incident = {
  label: string
  href: string
  words: string
  from: number
  to: number | null
  /** When it opened and closed, in words. */
  opened: string
  closed: string | null
}
type Props = {
  id: string
  title: string
  ticks: readonly { label: string; at: number }[]
  incidents: readonly Incident[]
}

/** When something was broken: a cross where it failed, a line until it was repaired; open ones run on. */
export function IncidentTimeline({ id, title, ticks, incidents }: Props) {
  if (incidents.length === 0) return <p className="text-sm text-muted">No incident in this period.</p>
  return (
    <ChartFigure title={title}>
      <ul className="strips of-incidents">
        {incidents.map((incident) => (
          <li key={incident.href}>
            <p>
              <a href={incident.href}>{incident.label}</a>
              <small>{incident.words}</small>
            </p>
            <svg aria-hidden="true">
              <line className="stroke-line" x1="0" x2="100%" y1="50%" y2="50%" />
              <Span {...incident} />
            </svg>
          </li>
        ))}
      </ul>
      <div className="strips-axis of-incidents">
        <svg aria-hidden="true">
          {ticks.map(({ label, at }) => (
            <text key={at} x={percent(at)} y="16">
              {label}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        caption={title}
        columns={['Incident', 'Opened', 'Closed']}
        id={id}
        rows={() =>
          incidents.map(({ label, href, opened, closed }) => ({
            name: label,
            href,
            cells: [opened, closed ?? { missing: 'Not closed in this period' }],
          }))
        }
      />
    </ChartFigure>
  )
}

/** The marks stand next to the ends of the line, so that both are seen where it is short. */
function Span({ from, to }: Pick<Incident, 'from' | 'to'>) {
  const x1 = percent(Math.max(from, 0))
  const x2 = percent(Math.min(to ?? 1, 1))
  return (
    <>
      <line className="stroke-failure stroke-[3]" x1={x1} x2={x2} y1="50%" y2="50%" />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the one around it is hidden */}
      <svg x={x1} y="50%">
        <path className="stroke-failure stroke-2" d={from >= 0 ? 'M-9-4-1 4M-1-4-9 4' : 'M0-5-6 0 0 5'} />
      </svg>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the one around it is hidden */}
      <svg x={x2} y="50%">
        {to !== null && to <= 1 ? (
          <circle className="fill-success" cx="5" r="4" />
        ) : (
          <path className="stroke-failure stroke-2" d="M0-5 6 0 0 5" />
        )}
      </svg>
    </>
  )
}
