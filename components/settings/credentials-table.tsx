import type { ReactNode } from 'react'
import { Ban, KeyRound } from '@/components/ui/icons'
import { Missing } from '@/components/ui/missing'
import { head, table, cell as topCell } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'

const cell = `${topCell} xl:align-middle`

/** What can post or read: a key, or pipelines that are trusted without one. */
type Credential = Pick<ApiKeySummary, 'id' | 'createdBy' | 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'revokedBy'>

/** The first two columns of a credential; on a narrow screen, the second is a line below the first. */
type Identity = { name: ReactNode; kind: ReactNode; narrowKind: ReactNode }

type Props<C extends Credential> = {
  credentials: readonly C[]
  titles: { name: string; kind: string; created: string }
  /** Width of the column of the kind. */
  kindWidth: string
  identity: (credential: C) => Identity
  timeZone: string
  now: Date
  /** The button that revokes one, for those who may. */
  revoke: (credential: C) => ReactNode
}

/** Credentials of an organization: what they are, who created them, when they were last used, and whether they work. */
export function CredentialsTable<C extends Credential>(props: Props<C>) {
  const { credentials, titles, kindWidth, identity, timeZone, now, revoke } = props
  const at = (value: Date) => <Time now={now} timeZone={timeZone} value={value} />
  const columns = [
    [titles.name, ''],
    [titles.kind, kindWidth],
    [titles.created, 'xl:w-48'],
    ['Last used', 'xl:w-32'],
    ['State', 'xl:w-48'],
  ]
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
        {credentials.map((credential) => {
          const { id, createdAt, createdBy, lastUsedAt, revokedAt, revokedBy } = credential
          const { name, kind, narrowKind } = identity(credential)
          return (
            <tr key={id}>
              <th className={`${cell} text-left font-medium max-xl:w-full`} scope="row">
                {name}
                <span className="mt-1 flex flex-col gap-x-5 gap-y-0.5 text-xs font-normal text-muted md:flex-row md:flex-wrap xl:hidden">
                  <span className="basis-full py-1 text-sm">
                    <State at={at} revokedAt={revokedAt} revokedBy={revokedBy} />
                  </span>
                  <span>{narrowKind}</span>
                  <span>
                    {titles.created} {at(createdAt)} {by(createdBy)}
                  </span>
                  <span>{lastUsedAt ? <>Last used {at(lastUsedAt)}</> : 'Never used'}</span>
                </span>
              </th>
              <td className={`${cell} max-xl:hidden`}>{kind}</td>
              <td className={`${cell} text-muted max-xl:hidden`}>
                {at(createdAt)}
                <Second>{by(createdBy)}</Second>
              </td>
              <td className={`${cell} text-muted max-xl:hidden`}>
                {lastUsedAt ? at(lastUsedAt) : <Missing why="Never used" />}
              </td>
              <td className={`${cell} max-xl:hidden`}>
                <State at={at} revokedAt={revokedAt} revokedBy={revokedBy} />
              </td>
              <td className={cell}>
                <div className="-my-1.5 -mr-3.5 flex justify-end">{!revokedAt && revoke(credential)}</div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** What stands under something in a cell. */
export function Second({ children }: { children: ReactNode }) {
  return <span className="block text-xs font-normal text-muted">{children}</span>
}

type StateProps = Pick<Credential, 'revokedAt' | 'revokedBy'> & { at: (value: Date) => ReactNode }

function State({ revokedAt, revokedBy, at }: StateProps) {
  const Icon = revokedAt ? Ban : KeyRound
  return (
    <span className={`flex gap-2 ${revokedAt ? 'text-muted' : 'text-success'}`}>
      <Icon className="mt-0.5 shrink-0" />
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

function by(person: Credential['createdBy']): string {
  return person ? `by ${person.name ?? person.email}` : ''
}
