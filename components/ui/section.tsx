import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** A part of a page under a hairline, with a heading that can be linked to. */
export function Section({ id, title, lead, actions, children }: Props) {
  return (
    <section aria-labelledby={id} className="section">
      <div>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className="max-w-2xl text-sm leading-relaxed text-muted print:max-w-none">{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}
