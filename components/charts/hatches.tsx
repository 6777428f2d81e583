'use client'

import { fills, type Tone } from './bars'

const tones = Object.keys(fills) as Tone[]

/** The hatches that bars of partial days and weeks are filled with: one of each tone for all charts of a page. */
export function Hatches() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {tones.map((tone) => (
        <pattern
          height="4"
          id={`hatch-${tone}`}
          key={tone}
          patternTransform="rotate(45)"
          patternUnits="userSpaceOnUse"
          width="4"
        >
          <rect className={fills[tone]} height="4" width="1.5" />
        </pattern>
      ))}
    </svg>
  )
}
