import { Ban, KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import type { ApiKeySummary } from '@/lib/api-keys/list'
import { cell, head, table } from './table'

type Props = {
  keys: ApiKeySummary[]
  timeZone: string
  now: Date
  /** The button that revokes a key, for those who may. */
  revoke: (key: ApiKeySummary) => ReactNode
}

/** Every key, by what people recognise it by. */
export function ApiKeysTable({ keys, timeZone, now, revoke }: Props) {
  const at = (value: Date) => <Time now={now} timeZone={timeZone} value={value} />
  return (
    <table className={table}>
      <thead className="max-md:sr-only">
        <tr>
          {['Name', 'Key', 'Created', 'Last used', 'State'].map((title) => (
            <th className={head} key={title} scope="col">
              {title}
            </th>
          ))}
          <th className={head} scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th className={`${cell} text-left font-medium break-words max-md:w-full`} scope="row">
              {key.name}
              <span className="mt-1 flex flex-col gap-0.5 text-xs font-normal text-muted md:hidden">
                <span className="font-mono">{key.display}</span>
                <span>
                  Created {at(key.createdAt)} by {nameOf(key.createdBy)}
                </span>
                <span>{key.lastUsedAt ? <>Last used {at(key.lastUsedAt)}</> : 'Never used'}</span>
              </span>
            </th>
            <td className={`${cell} font-mono whitespace-nowrap max-md:hidden`}>{key.display}</td>
            <td className={`${cell} text-muted max-md:hidden`}>
              {at(key.createdAt)} by {nameOf(key.createdBy)}
            </td>
            <td className={`${cell} text-muted max-md:hidden`}>
              {key.lastUsedAt ? at(key.lastUsedAt) : <Missing why="Never used" />}
            </td>
            <td className={cell}>
              <State apiKey={key} at={at} />
            </td>
            <td className={`${cell} text-right`}>{!key.revokedAt && revoke(key)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function State({ apiKey, at }: { apiKey: ApiKeySummary; at: (value: Date) => ReactNode }) {
  const { revokedAt, revokedBy } = apiKey
  const Icon = revokedAt ? Ban : KeyRound
  return (
    <span className={`flex gap-2 ${revokedAt ? 'text-muted' : 'text-success'}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {revokedAt ? (
        <span>
          Revoked <span className="max-md:hidden">{at(revokedAt)}</span>
          {revokedBy && <span className="max-md:hidden"> by {nameOf(revokedBy)}</span>}
        </span>
      ) : (
        <span className="font-medium">Active</span>
      )}
    </span>
  )
}

function nameOf(person: ApiKeySummary['createdBy']): string {
  return person ? (person.name ?? person.email) : 'the command line'
}
