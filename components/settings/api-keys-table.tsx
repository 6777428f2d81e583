import { Ban, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { head, table, cell as topCell } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'

const cell = `${topCell} xl:align-middle`

type Props = {
  keys: ApiKeySummary[]
  timeZone: string
  now: Date
  /** The button that revokes a key, for those who may. */
  revoke: (key: ApiKeySummary) => ReactNode
}

const scopeInWords: Record<ApiKeySummary['scope'], string> = { ingest: 'posts deployments', read: 'reads' }

const columns = [
  ['Name', ''],
  ['Key', 'xl:w-36'],
  ['Created', 'xl:w-48'],
  ['Last used', 'xl:w-32'],
  ['State', 'xl:w-48'],
]

/** Keys, by what people recognise them by. */
export function ApiKeysTable({ keys, timeZone, now, revoke }: Props) {
  const at = (value: Date) => <Time now={now} timeZone={timeZone} value={value} />
  return (
    <table className={`${table} xl:table-fixed`}>
      <thead className="max-xl:sr-only">
        <tr>
          {columns.map(([title, width]) => (
            <th className={`${head} ${width}`} key={title} scope="col">
              {title}
            </th>
          ))}
          <th className={`${head} xl:w-24`} scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th className={`${cell} text-left font-medium max-xl:w-full`} scope="row">
              {key.name}
              <span className="mt-1 flex flex-col gap-x-5 gap-y-0.5 text-xs font-normal text-muted md:flex-row md:flex-wrap xl:hidden">
                <span className="basis-full py-1 text-sm">
                  <State at={at} revokedAt={key.revokedAt} revokedBy={key.revokedBy} />
                </span>
                <span>
                  <span className="font-mono">{key.display}</span>, {scopeInWords[key.scope]}
                </span>
                <span>
                  Created {at(key.createdAt)} {by(key.createdBy)}
                </span>
                <span>{key.lastUsedAt ? <>Last used {at(key.lastUsedAt)}</> : 'Never used'}</span>
              </span>
            </th>
            <td className={`${cell} max-xl:hidden`}>
              <span className="font-mono whitespace-nowrap">{key.display}</span>
              <Second>{scopeInWords[key.scope]}</Second>
            </td>
            <td className={`${cell} text-muted max-xl:hidden`}>
              {at(key.createdAt)}
              <Second>{by(key.createdBy)}</Second>
            </td>
            <td className={`${cell} text-muted max-xl:hidden`}>
              {key.lastUsedAt ? at(key.lastUsedAt) : <Missing why="Never used" />}
            </td>
            <td className={`${cell} max-xl:hidden`}>
              <State at={at} revokedAt={key.revokedAt} revokedBy={key.revokedBy} />
            </td>
            <td className={cell}>
              <div className="-my-1.5 -mr-3.5 flex justify-end">{!key.revokedAt && revoke(key)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type StateProps = Pick<ApiKeySummary, 'revokedAt' | 'revokedBy'> & { at: (value: Date) => ReactNode }

function State({ revokedAt, revokedBy, at }: StateProps) {
  const Icon = revokedAt ? Ban : KeyRound
  return (
    <span className={`flex gap-2 ${revokedAt ? 'text-muted' : 'text-success'}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <span className="font-medium">{revokedAt ? 'Revoked' : 'Active'}</span>
        {revokedAt && (
          <Second>
            {at(revokedAt)} {by(revokedBy)}
          </Second>
        )}
      </span>
    </span>
  )
}

function Second({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>
}

function by(person: ApiKeySummary['createdBy']): string {
  return person ? `by ${person.name ?? person.email}` : ''
}
