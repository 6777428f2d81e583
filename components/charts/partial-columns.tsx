import { markPlace } from '@/lib/insights/charts/mark-place'
import { Bars } from './bars'

type Props = { count: number; partial: readonly number[] }

/** Hatches behind the buckets that are partial, for marks that are too thin to be hatched themselves. */
export function PartialColumns({ count, partial }: Props) {
  const places = Array.from({ length: count }, (_, index) =>
    partial.includes(index) ? { ...markPlace(index, count, 1, 0.1), y: 0, height: 1 } : null,
  )
  return <Bars partial={partial} places={places} tone="line" />
}
