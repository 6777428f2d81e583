import type { ReactNode } from 'react'

/** In the place of a chart: why there is nothing to draw. */
export function NothingDrawn({ children }: { children: ReactNode }) {
  return <p className="border-t border-line pt-3 text-sm text-muted">{children}</p>
}
