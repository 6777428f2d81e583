import type { ReactNode } from 'react'

type Props = { title: ReactNode; lead?: ReactNode; actions?: ReactNode }

/** The title of a page, what it is about, and what can be done on it. */
export function PageHeader({ title, lead, actions }: Props) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 flex-col gap-1.5 sm:flex-1 sm:basis-80">
        <h1 className="text-2xl leading-tight font-semibold tracking-tight break-words">{title}</h1>
        {lead && <p className="max-w-2xl text-sm leading-relaxed text-pretty text-muted print:max-w-none">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>}
    </header>
  )
}
