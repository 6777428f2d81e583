import type { ReactNode } from 'react'

/** A chart under its title, which leaves the corner to what a page puts there. */
export function ChartFigure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      {children}
    </figure>
  )
}
