import type { ReactNode } from 'react'

/** A chart under its title, which leaves the corner to what a page puts there. */
export function ChartFigure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className="@container flex min-w-0 flex-col gap-2">
      <figcaption className="pr-8 text-sm font-medium">{title}</figcaption>
      {children}
    </figure>
  )
}
