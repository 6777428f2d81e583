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

/** What partial bars of a tone are filled with; `chart` tells the charts of a page apart. */
export function Hatch({ chart, tone }: { chart: string; tone: Tone }) {
  return (
    <pattern height="4" id={hatchId(chart, tone)} patternTransform="rotate(45)" patternUnits="userSpaceOnUse" width="4">
      <rect className={fills[tone]} height="4" width="1.5" />
    </pattern>
  )
}

/** The fill of what is partial; needs the Hatch of the tone in the same drawing. */
export function hatchFill(chart: string, tone: Tone): string {
  return `url(#${hatchId(chart, tone)})`
}

function hatchId(chart: string, tone: Tone): string {
  return `hatch-${chart}-${tone}`
}

type BarProps = {
  chart: string
  tone: Tone
  partial: boolean
  x: string
  y: string
  width: string
  height: string
}

/** A bar, or a hatched one for a bucket that is partial. */
export function Bar({ chart, tone, partial, ...place }: BarProps) {
  if (partial) return <rect className={strokes[tone]} fill={hatchFill(chart, tone)} {...place} />
  return <rect className={fills[tone]} {...place} />
}
