import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { head, table, cell as topCell } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { TrustSummary } from '@/lib/accounts/trusted-pipelines/list'
import { limitsOf, pipelineHosts, publicIssuers } from '@/lib/accounts/trusted-pipelines/schema'
import { by, KeyState, Second } from './key-state'

const cell = `${topCell} xl:align-middle`

type Props = {
  trusts: TrustSummary[]
  timeZone: string
  now: Date
  /** The button that revokes one, for those who may. */
  revoke: (trust: TrustSummary) => ReactNode
}

const columns = [
  ['Repository', ''],
  ['Tokens of', 'xl:w-56'],
  ['Added', 'xl:w-48'],
  ['Last used', 'xl:w-32'],
  ['State', 'xl:w-48'],
]

/** Trusted pipelines, by their repository and what they are limited to. */
export function TrustedPipelinesTable({ trusts, timeZone, now, revoke }: Props) {
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
        {trusts.map((trust) => (
          <tr key={trust.id}>
            <th className={`${cell} text-left font-medium max-xl:w-full`} scope="row">
              {trust.repository}
              <Second>{limitsInWords(trust)}</Second>
              <span className="mt-1 flex flex-col gap-x-5 gap-y-0.5 text-xs font-normal text-muted md:flex-row md:flex-wrap xl:hidden">
                <span className="basis-full py-1 text-sm">
                  <KeyState at={at} revokedAt={trust.revokedAt} revokedBy={trust.revokedBy} />
                </span>
                <span>{[pipelineHosts[trust.host], ...originOf(trust)].join(', ')}</span>
                <span>
                  Added {at(trust.createdAt)} {by(trust.createdBy)}
                </span>
                <span>{trust.lastUsedAt ? <>Last used {at(trust.lastUsedAt)}</> : 'Never used'}</span>
              </span>
            </th>
            <td className={`${cell} max-xl:hidden`}>
              {pipelineHosts[trust.host]}
              {originOf(trust).map((line) => (
                <Second key={line}>{line}</Second>
              ))}
            </td>
            <td className={`${cell} text-muted max-xl:hidden`}>
              {at(trust.createdAt)}
              <Second>{by(trust.createdBy)}</Second>
            </td>
            <td className={`${cell} text-muted max-xl:hidden`}>
              {trust.lastUsedAt ? at(trust.lastUsedAt) : <Missing why="Never used" />}
            </td>
            <td className={`${cell} max-xl:hidden`}>
              <KeyState at={at} revokedAt={trust.revokedAt} revokedBy={trust.revokedBy} />
            </td>
            <td className={cell}>
              <div className="-my-1.5 -mr-3.5 flex justify-end">{!trust.revokedAt && revoke(trust)}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function limitsInWords(trust: TrustSummary): string {
  const limits = limitsOf(trust)
  return limits.length === 0 ? 'any branch, tag and environment' : `only ${limits.join(', ')}`
}

/** Who signs the tokens, where it is not the public host, and which repository was the first of this name. */
function originOf({ host, issuer, hostId }: TrustSummary): string[] {
  const signer = issuer === publicIssuers[host] ? [] : [issuer.replace(/^https:\/\//, '')]
  return [...signer, ...(hostId === null ? [] : [`repository id ${hostId}`])]
}
