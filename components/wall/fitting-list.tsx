import type { ReactNode } from 'react'

/** Where rows go on a screen that is wider than high. */
const looks = {
  'one column': 'flex min-h-[2.4em] flex-1 flex-col flex-wrap content-start overflow-hidden [&>li]:w-full',
  'two columns':
    'flex min-h-[2.4em] flex-1 flex-col flex-wrap content-start overflow-hidden [&>li]:w-full landscape:gap-x-[2em] landscape:[&>li]:w-[calc(50%-1em)]',
  'one row': 'landscape:mt-0 landscape:flex landscape:gap-x-[2em] landscape:[&>li]:border-b-0 landscape:[&>li]:py-0',
}

type Props = { title: string; layout: keyof typeof looks; children: ReactNode }

/** A list that shows as many whole rows as there is room for: those beyond wrap into a column out of sight. */
export function FittingList({ title, layout, children }: Props) {
  return (
    <section
      aria-label={title}
      className={`flex min-h-0 flex-col border-t-[max(2px,0.12em)] border-strong-line pt-[0.7em] ${layout === 'one row' ? 'landscape:flex-row landscape:items-center landscape:gap-x-[2em]' : ''}`}
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      <ul
        className={`mt-[0.4em] text-[1.35em] leading-snug [&>li]:border-b-[max(1px,0.05em)] [&>li]:border-line ${looks[layout]}`}
      >
        {children}
      </ul>
    </section>
  )
}
