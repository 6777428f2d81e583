'use client'

import { formatCount, plural } from '@/lib/core/format'
import { percent } from '@/lib/insights/charts/percent'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { Bin } from '@/lib/risk/score/assess'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'
import { Line, Stretched } from './line'

type Props = { title: string; bins: readonly Bin[] }

const area = 'col-start-2 row-start-1 h-64 w-full max-w-xl overflow-visible'

/** What was said against how many failed: a point for each group of similar scores, on the dashed line where both agree. */
export function CalibrationChart({ title, bins }: Props) {
  const top = Math.max(...bins.map(({ predicted, high }) => Math.max(predicted, high)), 0.1)
  const ticks = roundTicks(top * 100, 0.1).map((tick) => ({
    label: valueText(tick / 100, 'share'),
    at: tick / 100 / top,
  }))
  return (
    <ChartFigure title={title}>
      <p className="text-xs text-muted">
        Share that failed, upwards, by the score, to the right; bars reach as far as chance alone may (95%).
      </p>
      <div className="grid grid-cols-[3rem_minmax(0,1fr)_1.25rem] pt-2 text-xs tabular-nums">
        <svg aria-hidden="true" className="col-start-1 row-start-1 h-64 w-full overflow-visible">
          {ticks.map(({ label, at }) => (
            <text
              className="fill-muted"
              dominantBaseline="middle"
              dx="-8"
              key={at}
              textAnchor="end"
              x="100%"
              y={percent(1 - at)}
            >
              {label}
            </text>
          ))}
        </svg>
        <svg aria-hidden="true" className={area}>
          {ticks.map(({ at }) => (
            <line className="stroke-line" key={at} x1="0" x2="100%" y1={percent(1 - at)} y2={percent(1 - at)} />
          ))}
          <Stretched columns={2}>
            <Line
              className="stroke-strong-line"
              dashed
              points={[
                { x: 0, y: 1 },
                { x: 1, y: 0 },
              ]}
            />
          </Stretched>
          {bins.map(({ predicted, failed, count, low, high }) => {
            const x = percent(predicted / top)
            return (
              <g key={predicted}>
                <line className="stroke-muted" x1={x} x2={x} y1={percent(1 - low / top)} y2={percent(1 - high / top)} />
                <circle className="fill-ink" cx={x} cy={percent(1 - failed / count / top)} r="4">
                  <title>{describe({ predicted, failed, count })}</title>
                </circle>
              </g>
            )
          })}
        </svg>
        <svg aria-hidden="true" className="col-start-2 row-start-2 h-6 w-full max-w-xl overflow-visible">
          {ticks.map(({ label, at }) => (
            <text className="fill-muted" key={at} textAnchor="middle" x={percent(at)} y="18">
              {label}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        caption={title}
        columns={['Mean score', 'Failed', 'Expected by chance', 'Deployments']}
        id="calibration"
        rows={() =>
          bins.map(({ predicted, failed, count, low, high }) => ({
            name: valueText(predicted, 'share'),
            href: null,
            cells: [
              valueText(failed / count, 'share'),
              `${valueText(low, 'share')} to ${valueText(high, 'share')}`,
              formatCount(count),
            ],
          }))
        }
      />
    </ChartFigure>
  )
}

function describe({ predicted, failed, count }: Pick<Bin, 'predicted' | 'failed' | 'count'>): string {
  return `Score ${valueText(predicted, 'share')}: ${formatCount(failed)} of ${plural(count, 'deployment')} failed, ${valueText(failed / count, 'share')}`
}
