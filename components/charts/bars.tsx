import { barsPath, type Place } from '@/lib/insights/charts/paths'
import { percent } from '@/lib/insights/charts/percent'
import { Stretched } from './line'

export type Tone = 'success' | 'failure' | 'ink' | 'muted' | 'strong-line' | 'line'

export const fills: Record<Tone, string> = {
  success: 'fill-success',
  failure: 'fill-failure',
  ink: 'fill-ink',
  muted: 'fill-muted',
  'strong-line': 'fill-strong-line',
  line: 'fill-line',
}

const strokes: Record<Tone, string> = {
  success: 'stroke-success',
  failure: 'stroke-failure',
  ink: 'stroke-ink',
  muted: 'stroke-muted',
  'strong-line': 'stroke-strong-line',
  line: 'stroke-line',
}

type Props = {
  tone: Tone
  /** Of each bucket, null where there is nothing to draw. */
  places: readonly (Place | null)[]
  /** Places in that list of buckets that are partial. */
  partial: readonly number[]
  /** What they stand on or hang from, from the top, 0, to the bottom, 1. */
  level?: number
}

/** Bars of one tone and one width: one path, and a rectangle with a hatch of `Hatches` for each bucket that is partial. */
export function Bars({ tone, places, partial, level = 1 }: Props) {
  const isPartial = (index: number) => partial.includes(index)
  const whole = places.filter((place, index): place is Place => place !== null && !isPartial(index))
  const parts = places.filter((place, index): place is Place => place !== null && isPartial(index))
  const columns = places.length
  return (
    <>
      {whole.length > 0 && (
        <Stretched columns={columns} level={level}>
          <path
            className={`bar ${strokes[tone]}`}
            d={barsPath(whole, columns, level)}
            strokeWidth={Math.round((whole[0]?.width ?? 0) * columns * 1_000) / 1_000}
          />
        </Stretched>
      )}
      {parts.map(({ x, y, width, height }) => (
        <rect
          className={tone === 'line' ? undefined : strokes[tone]}
          fill={`url(#hatch-${tone})`}
          height={percent(height)}
          key={x}
          width={percent(width)}
          x={percent(x)}
          y={percent(y)}
        />
      ))}
    </>
  )
}
