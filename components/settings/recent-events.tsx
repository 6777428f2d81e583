import { Check, X } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { cell, head, table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import type { LoggedRequest } from '@/lib/deployments/request-log/list'

type Props = { rows: LoggedRequest[]; organization: string; timeZone: string; now: Date }

const columns = [
  ['Time', 'xl:w-32'],
  ['Answer', 'xl:w-20'],
  ['Key or pipeline', 'xl:w-44'],
  ['Deployment id', 'xl:w-60'],
  ['What was done, or why not', ''],
]

/** What the webhook answered, the latest first. */
export function RecentEvents({ rows, organization, timeZone, now }: Props) {
  return (
    <table className={`${table} xl:table-fixed`}>
      <thead className="max-xl:sr-only">
        <tr>
          {columns.map(([title, width]) => (
            <th className={`${head} ${width}`} key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={`${cell} text-muted max-xl:hidden`}>
              <Time now={now} timeZone={timeZone} value={row.receivedAt} />
            </td>
            <td className={cell}>
              <StatusCode code={row.statusCode} />
            </td>
            <td className={`${cell} max-xl:hidden`}>
              <KeyOf row={row} />
            </td>
            <td className={`${cell} font-mono text-[0.8125rem] break-all max-xl:hidden`}>
              <DeploymentOf organization={organization} row={row} />
            </td>
            <td className={`${cell} max-xl:w-full`}>
              <span className="block first-letter:uppercase">
                {row.outcome}
                {row.statusCode === 401 && row.key?.revoked && !row.key.trusted && ': this key is revoked'}
              </span>
              {row.repeats > 1 && (
                <span className="block text-xs text-muted">{plural(row.repeats, 'time', 'times')} in a row</span>
              )}
              <span className="mt-1 flex flex-col gap-x-5 gap-y-1 text-xs text-muted md:flex-row md:flex-wrap xl:hidden">
                {row.deploymentId !== null && (
                  <span className="font-mono break-all">
                    <DeploymentOf organization={organization} row={row} />
                  </span>
                )}
                <span>
                  {row.key?.name}{' '}
                  <span className={row.key?.trusted ? '' : 'font-mono whitespace-nowrap'}>{row.key?.display}</span>
                </span>
                <Time now={now} timeZone={timeZone} value={row.receivedAt} />
              </span>
              <span className="block text-xs text-muted max-md:hidden max-xl:mt-1">
                <abbr className="no-underline" title="X-Request-Id of the answer">
                  Request
                </abbr>{' '}
                <span className="font-mono break-all">{row.requestId}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function StatusCode({ code }: { code: number }) {
  const accepted = code < 400
  const Icon = accepted ? Check : X
  return (
    <span
      className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${accepted ? 'text-success' : 'text-failure'}`}
    >
      <Icon className="shrink-0 stroke-[2.5]" />
      <span className="sr-only">{accepted ? 'Accepted' : 'Refused'}</span>
      {code}
    </span>
  )
}

function KeyOf({ row: { key, statusCode } }: { row: LoggedRequest }) {
  if (!key) return <Missing why={statusCode === 401 ? 'No trusted pipeline' : 'The key is gone'} />
  return (
    <span className="flex flex-col">
      <span className={key.trusted ? '' : 'font-mono whitespace-nowrap'}>{key.display}</span>
      <span className="text-xs text-muted">{key.name}</span>
    </span>
  )
}

function DeploymentOf({ organization, row }: { organization: string; row: LoggedRequest }) {
  if (row.deploymentId === null) return <Missing why="The request was refused before its deploymentId was read" />
  if (row.storedId === null) return row.deploymentId
  return (
    <Link className="underline underline-offset-4" href={`/${organization}/deployments/${row.storedId}`}>
      {row.deploymentId}
    </Link>
  )
}
