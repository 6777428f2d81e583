import { formatDuration } from '@/lib/core/format'

/** A lead time in words: "12 min after its merge". */
export function afterMerge(leadTimeSeconds: number): string {
  return `${formatDuration(leadTimeSeconds)} after its merge`
}
