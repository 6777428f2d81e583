import type { ReactNode } from 'react'
import { Busy } from '@/components/ui/busy'
import { pageMember } from '@/lib/auth/page-member'
import { AppError, statusOf } from '@/lib/errors'
import { runReport } from '@/lib/reports/run-report'
import { refuseWith } from '@/lib/request-context'

type PageProps = { params: Promise<{ org: string }> }

/**
 * A page that may read very many rows: it waits for its turn after the member is known, and is answered 503 with
 * `Retry-After` where too many of them are made at once.
 */
export function reportPage<Props extends PageProps>(page: (props: Props) => Promise<ReactNode>) {
  return async function ReportPage(props: Props): Promise<ReactNode> {
    const member = await pageMember(props.params)
    try {
      return await runReport(member, () => page(props))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      refuseWith(statusOf.unavailable, error.headers)
      return <Busy />
    }
  }
}
