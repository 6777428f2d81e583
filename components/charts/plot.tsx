import { type ReactNode, useId } from 'react'
import { type LabelTier, labelTiers } from '@/lib/insights/charts/label-tiers'
import { percent } from '@/lib/insights/charts/percent'
import { bucketName, type ChartBucket } from './bucket'
import { ChartTable, type TableCell } from './chart-table'
import { NothingDrawn } from './nothing-drawn'

/** A line across the plot; `at` from the top, 0, to the bottom, 1. */
export type Tick = { label: string; at: number }

type Props<B extends ChartBucket> = {
  title: string
  buckets: readonly B[]
  ticks: readonly Tick[]
  /** Where 0 is. */
  axis: number
  /** What the marks mean, in the place of the read-out. */
  legend: ReactNode
  /** The figures of a bucket, in words. */
  describe: (bucket: B) => string
  /** Column heads of the table besides that of the buckets, and the cells of a bucket under them. */
  columns: string[]
  cells: (bucket: B) => TableCell[]
  /** Said instead of drawing; null where there is something to draw. */
  empty: string | null
  /** Labels at the right end. */
  ends?: ReactNode
  /** The marks, in an SVG that stretches: all places in percent. */
  children: ReactNode
}

const tierClasses: Record<Exclude<LabelTier, 'never'>, string> = {
  narrow: '',
  medium: '@max-md:hidden',
  wide: '@max-3xl:hidden',
}

const readOut =
  'pointer-events-none absolute inset-x-0 top-0 opacity-0 group-has-[a:hover]/plot:opacity-0 group-focus-visible:opacity-100 group-hover:opacity-100!'
/** So many letters on an axis have room in 3rem; "1 h 30 min" takes half as much again. */
const shortLabel = 6
const area = 'col-start-2 row-start-1 h-44 w-full'

/**
 * Buckets side by side over an axis, each a link whose read-out stands above the plot on hover and focus, and their
 * figures as a table.
 */
export function Plot<B extends ChartBucket>(props: Props<B>) {
  const { title, buckets, columns, cells, empty } = props
  const table = useId()
  if (empty !== null) return <NothingDrawn>{empty}</NothingDrawn>
  return (
    <>
      <Drawing {...props} skip={<SkipLink title={title} to={table} />} />
      <ChartTable
        caption={title}
        columns={['Period', ...columns]}
        id={table}
        rows={buckets.map((bucket) => ({
          id: bucket.longLabel,
          name: bucketName(bucket),
          href: bucket.href,
          cells: cells(bucket),
        }))}
      />
    </>
  )
}

/** The way past the buckets for those who go from link to link; in the place of the read-out. */
function SkipLink({ title, to }: { title: string; to: string }) {
  return (
    <a
      className="sr-only z-1 bg-paper font-medium underline underline-offset-4 focus:not-sr-only focus:absolute focus:top-0 focus:left-0"
      href={`#${to}`}
    >
      Skip chart<span className="sr-only">: {title}</span>
    </a>
  )
}

function Drawing<B extends ChartBucket>(props: Props<B> & { skip: ReactNode }) {
  const { buckets, ticks, axis, legend, describe, ends, children, skip } = props
  const columns = ends
    ? 'grid-cols-[var(--ticks)_minmax(0,1fr)_2.25rem] @md:grid-cols-[var(--ticks)_minmax(0,1fr)_6.5rem]'
    : 'grid-cols-[var(--ticks)_minmax(0,1fr)_1.25rem]'
  const room = ticks.some(({ label }) => label.length > shortLabel) ? '[--ticks:4.5rem]' : '[--ticks:3rem]'
  return (
    <div className={`group/plot relative grid pt-12 text-xs tabular-nums ${room} ${columns}`}>
      <div className="absolute inset-x-0 top-0 text-muted group-has-[a:focus-visible]/plot:opacity-0 group-has-[a:hover]/plot:opacity-0">
        {legend}
      </div>
      {skip}
      <svg aria-hidden="true" className="col-start-1 row-start-1 h-44 w-full overflow-visible">
        {ticks.map(({ label, at }) => (
          <text
            className="fill-muted"
            dominantBaseline="middle"
            dx="-8"
            key={at}
            textAnchor="end"
            x="100%"
            y={percent(at)}
          >
            {label}
          </text>
        ))}
      </svg>
      <ol className={`${area} grid auto-cols-fr grid-flow-col`}>
        {buckets.map((bucket) => (
          <li key={bucket.longLabel}>
            <a className="group block h-full rounded-sm hover:bg-line/60 focus-visible:bg-line/60" href={bucket.href}>
              <span className={readOut}>
                <span className="block font-medium">{bucketName(bucket)}</span>
                <span className="sr-only">: </span>
                {describe(bucket)}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <svg aria-hidden="true" className={`${area} pointer-events-none overflow-visible`}>
        {ticks.map(({ at }) => (
          <line className="stroke-line" key={at} x1="0" x2="100%" y1={percent(at)} y2={percent(at)} />
        ))}
        <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(axis)} y2={percent(axis)} />
        {children}
      </svg>
      {ends}
      <BucketLabels buckets={buckets} />
    </div>
  )
}

function BucketLabels({ buckets }: { buckets: readonly ChartBucket[] }) {
  const tiers = labelTiers(buckets.length)
  return (
    <svg aria-hidden="true" className="col-start-2 row-start-2 h-6 w-full overflow-visible">
      {buckets.map(({ label, longLabel }, index) => {
        const tier = tiers[index] ?? 'never'
        if (tier === 'never') return null
        return (
          <text
            className={`fill-muted ${tierClasses[tier]}`}
            key={longLabel}
            textAnchor="middle"
            x={percent((index + 0.5) / buckets.length)}
            y="18"
          >
            {label}
          </text>
        )
      })}
    </svg>
  )
}
