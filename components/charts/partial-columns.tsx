import { markPlace } from '@/lib/insights/charts/mark-place'
import { Bars } from './hatch'

type Props = { chart: string; count: number; partial: readonly number[] }

/** Hatches behind the buckets that are partial, for marks that are too thin to be hatched themselves. */
export function PartialColumns({ chart, count, partial }: Props) {
  const places = Array.from({ length: count }, (_, index) =>
    partial.includes(index) ? { ...markPlace(index, count, 1, 0.1), y: 0, height: 1 } : null,
  )
  return <Bars chart={chart} partial={partial} places={places} tone="line" />
}
