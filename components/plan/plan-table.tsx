import type { ReactNode } from 'react'
import { Check, Lock, Minus } from '@/components/ui/icons'
import { table } from '@/components/ui/table'
import type { Plan } from '@/lib/generated/prisma/enums'

export type PlanRow = { title: string; description: string; free: boolean; locked: boolean }

type Props = { rows: readonly PlanRow[]; plan: Plan; inTrial: boolean }

const head = 'border-b py-2 text-xs font-medium text-muted aria-[current]:border-accent aria-[current]:text-ink'
const cell = 'border-b border-line py-3 align-top'

/** What each plan includes, the organization's own marked, and in each row whether that is locked now. */
export function PlanTable({ rows, plan, inTrial }: Props) {
  return (
    <table className={`${table} table-fixed`}>
      <thead>
        <tr>
          <th className={`${head} border-line text-left align-bottom`} scope="col">
            Included
          </th>
          <PlanHead current={plan === 'free'} width="w-12 sm:w-32">
            Free
          </PlanHead>
          <PlanHead current={plan !== 'free'} note={inTrial ? 'Your trial' : undefined} width="w-18 sm:w-40">
            Business, <span className="whitespace-nowrap">Enterprise</span>
          </PlanHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, description, free, locked }) => (
          <tr key={title}>
            <th className={`${cell} pr-4 text-left font-medium`} scope="row">
              {title}
              {locked && (
                <span className="ml-3 inline-flex items-center gap-1 text-xs font-normal whitespace-nowrap text-muted">
                  <Lock className="size-3.5" />
                  Locked now
                </span>
              )}
              <span className="block max-w-xl font-normal text-pretty text-muted">{description}</span>
            </th>
            <Included yes={free} />
            <Included yes />
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HeadProps = { current: boolean; note?: string; width: string; children: ReactNode }

function PlanHead({ current, note = current ? 'Your plan' : undefined, width, children }: HeadProps) {
  return (
    <th
      aria-current={current || undefined}
      className={`${head} ${width} text-center align-bottom not-aria-[current]:border-line`}
      scope="col"
    >
      {children}
      {note && <span className="block font-normal text-muted">{note}</span>}
    </th>
  )
}

function Included({ yes }: { yes: boolean }) {
  const Icon = yes ? Check : Minus
  return (
    <td className={`${cell} text-center`}>
      <Icon className={`inline ${yes ? 'text-ink' : 'text-muted'}`} />
      <span className="sr-only">{yes ? 'Included' : 'Not included'}</span>
    </td>
  )
}
