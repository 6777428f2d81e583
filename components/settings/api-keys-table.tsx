import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { head, table, cell as topCell } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'
import { by, KeyState, Second } from './key-state'

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
                  <KeyState at={at} revokedAt={key.revokedAt} revokedBy={key.revokedBy} />
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
              <KeyState at={at} revokedAt={key.revokedAt} revokedBy={key.revokedBy} />
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
