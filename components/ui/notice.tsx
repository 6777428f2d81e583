import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info } from '@/components/ui/icons'

type Kind = 'info' | 'done' | 'refused'

const looks = {
  info: { Icon: Info, colour: 'border-progress', icon: 'text-progress' },
  done: { Icon: CircleCheck, colour: 'border-success', icon: 'text-success' },
  refused: { Icon: CircleAlert, colour: 'border-failure', icon: 'text-failure' },
}

/** A message next to what it is about; screen readers hear it when it appears. */
export function Notice({ kind, children }: { kind: Kind; children: ReactNode }) {
  const { Icon, colour, icon } = looks[kind]
  return (
    <div
      className={`flex gap-3 border-l-2 bg-raised px-4 py-3 text-sm leading-relaxed ${colour}`}
      role={kind === 'refused' ? 'alert' : 'status'}
    >
      <Icon className={`mt-0.5 shrink-0 ${icon}`} />
      <div className="min-w-0 break-words">{children}</div>
    </div>
  )
}
