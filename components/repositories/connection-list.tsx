import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import type { ListedConnection } from '@/lib/sources/connections/list'
import { hostNames } from '@/lib/sources/hosts/host-names'

type Props = {
  connections: ListedConnection[]
  timeZone: string
  now: Date
  /** What may be changed about one; null for those who may not. */
  controls: ((connection: ListedConnection) => { actions: ReactNode; deployments: ReactNode }) | null
}

/** The accounts at hosts through which repositories are kept up to date. */
export function ConnectionList({ connections, timeZone, now, controls }: Props) {
  return (
    <ul className="flex flex-col">
      {connections.map((connection) => {
        const { id, problem, takesDeployments } = connection
        const own = controls?.(connection)
        return (
          <li
            className="flex flex-col gap-3 border-t border-line py-5 first:border-t-0 first:pt-0"
            data-connection={connection.name}
            key={id}
          >
            <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
              <div className="min-w-0 text-sm leading-relaxed">
                <h3 className="text-base font-medium break-words">{connection.name}</h3>
                <p className="text-muted">{whatItIs(connection)}</p>
                <p className="text-muted">
                  <WebhookState connection={connection} now={now} timeZone={timeZone} />
                </p>
                {!own && takesDeployments && <p className="text-muted">Its deployments are taken.</p>}
              </div>
              {own && <div className="flex flex-wrap items-center gap-1">{own.actions}</div>}
            </div>
            {problem && (
              <Notice kind="refused">
                {problem} {connection.problemAt && <Time now={now} timeZone={timeZone} value={connection.problemAt} />}
              </Notice>
            )}
            {own?.deployments}
          </li>
        )
      })}
    </ul>
  )
}

function whatItIs({ host, kind, baseUrl, repositories }: ListedConnection): string {
  const what = `${hostNames[host]} ${kind === 'app' ? 'App' : 'token'} at ${new URL(baseUrl).host}`
  return `${what} · ${repositories === 0 ? 'no repository followed yet' : `${plural(repositories, 'repository', 'repositories')} followed`}`
}

function WebhookState({
  connection,
  timeZone,
  now,
}: Pick<Props, 'timeZone' | 'now'> & { connection: ListedConnection }) {
  const { installed, lastDeliveryAt, kind } = connection
  if (!installed) return 'Not installed yet: choose at GitHub which repositories it may read.'
  if (lastDeliveryAt) {
    return (
      <>
        Last webhook <Time now={now} timeZone={timeZone} value={lastDeliveryAt} />
      </>
    )
  }
  return kind === 'app' ? 'No webhook yet.' : 'No webhook yet: repositories are read once an hour.'
}
