import type { ReactNode } from 'react'

/** A list that shows as many whole rows as there is room for: those beyond wrap into a column out of sight. */
export function FittingList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-h-0 flex-col border-t-[max(2px,0.12em)] border-strong-line pt-[0.7em]"
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      <ul className="mt-[0.4em] flex min-h-[2.4em] flex-1 flex-col flex-wrap content-start overflow-hidden text-[1.35em] leading-snug [&>li]:w-full [&>li]:border-b-[max(1px,0.05em)] [&>li]:border-line">
        {children}
      </ul>
    </section>
  )
}
