import { percent } from '@/lib/insights/charts/percent'

/** A bar that is filled as far as `length` says, 0 to 1. Stands next to a text that says the same. */
export function LengthBar({ length }: { length: number }) {
  return (
    <svg aria-hidden="true" className="length-bar">
      <rect width="100%" />
      <rect width={percent(Math.min(Math.max(length, 0), 1))} />
    </svg>
  )
}
