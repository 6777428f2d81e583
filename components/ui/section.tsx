import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A part of a page under a hairline, with a heading that can be linked to. */
export function Section({ id, title, lead, actions, children }: Props) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-t border-line pt-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex flex-col gap-1">
          <h2 className="text-lg leading-7 font-semibold tracking-tight" id={id}>
            {title}
          </h2>
          {lead && <p className="max-w-2xl text-sm leading-relaxed text-muted">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
