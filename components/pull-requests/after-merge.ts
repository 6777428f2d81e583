import { formatDuration } from '@/lib/format'

/** A lead time in words: "12 min after its merge". Clocks that disagree make it negative. */
export function afterMerge(leadTimeSeconds: number): string {
  if (leadTimeSeconds < 0) return `${formatDuration(-leadTimeSeconds)} before its merge, by the clocks`
  return `${formatDuration(leadTimeSeconds)} after its merge`
}
