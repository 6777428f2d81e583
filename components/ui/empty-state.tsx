import type { ReactNode } from 'react'

/** What stands where there is nothing yet: why, and the next step. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4 border-l-2 border-line py-2 pl-5">
      <h2 className="text-lg font-medium tracking-tight">{title}</h2>
      <div className="flex max-w-2xl flex-col items-start gap-4 text-sm leading-relaxed text-muted">{children}</div>
    </div>
  )
}
