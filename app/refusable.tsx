import type { ReactNode } from 'react'
import { Busy } from '@/components/ui/busy'
import { type AppError, statusOf } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { createOutageLog, type OutageLog } from '@/lib/core/outage-log'
import { isStatementTimeout } from '@/lib/db/database-errors'
import { publicError } from '@/lib/http/http'
import { refuseWith } from '@/lib/http/request-context'

type Options = {
  /** For what stands in no layout, or is one itself. */
  alone?: boolean
}

/** Of the process: each page has this file for itself, and an outage fails all of them. */
const holder = globalThis as { leadlinePageOutage?: OutageLog }

/**
 * A page, a layout or a part of one that reads data: it is answered 503 with `Retry-After`, and says why, when the
 * database does not answer, reading takes too long or too many pages are made at once. A part that comes later says so
 * in its place.
 */
export function refusable<Props>(draw: (props: Props) => Promise<ReactNode>, { alone = false }: Options = {}) {
  return function Refusable(props: Props): Promise<ReactNode> {
    return unlessRefused<ReactNode>(
      () => draw(props),
      (refusal, cause) => {
        refuseWith(statusOf.unavailable, refusal.headers)
        const notice = noticeOf(refusal, cause)
        return alone ? <main className="mx-auto max-w-2xl px-5 sm:px-8">{notice}</main> : notice
      },
    )
  }
}

/** The result of `work`; what `instead` gives when it is refused for the moment. Other errors go on. */
export async function unlessRefused<T>(
  work: () => Promise<T>,
  instead: (refusal: AppError, cause: unknown) => T,
): Promise<T> {
  try {
    const result = await work()
    outage().succeeded()
    return result
  } catch (error) {
    const refusal = publicError(error)
    if (refusal.code !== 'unavailable') throw error
    if (refusal !== error) outage().failed(error)
    return instead(refusal, error)
  }
}

function outage(): OutageLog {
  holder.leadlinePageOutage ??= createOutageLog({
    log,
    down: 'database unavailable for pages',
    up: 'database available for pages again',
  })
  return holder.leadlinePageOutage
}

function noticeOf(refusal: AppError, cause: unknown): ReactNode {
  if (refusal === cause) return <TooMany />
  return isStatementTimeout(cause) ? <TooLong /> : <NoDatabase />
}

function TooMany() {
  return (
    <Busy title="Too much at once">
      As much is being read for your organization as is read at the same time. Nothing is lost.
    </Busy>
  )
}

function TooLong() {
  return (
    <Busy title="This takes too long to read">
      Reading it was given up after two seconds, so that others do not wait. Fewer days or other filters are quicker.
    </Busy>
  )
}

function NoDatabase() {
  return (
    <Busy title="The database does not answer">
      Deployments that were acknowledged are stored; while the database is away, pipelines are asked to send theirs
      again.
    </Busy>
  )
}
