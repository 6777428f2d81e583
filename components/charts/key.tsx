import type { ReactNode } from 'react'
import { fills, type Tone } from './bars'

/** A mark and its meaning, in the line over a plot. */
export function Key({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="mr-4 inline-flex items-center gap-1.5 whitespace-nowrap">
      <svg aria-hidden="true" className="size-2.5 shrink-0" viewBox="0 0 10 10">
        <rect className={fills[tone]} height="10" width="10" />
      </svg>
      {children}
    </span>
  )
}
