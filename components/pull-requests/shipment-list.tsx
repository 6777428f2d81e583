import Link from 'next/link'
import { StatusMark } from '@/components/deployments/status-mark'
import { Time } from '@/components/ui/time'
import { methodInWords } from '@/lib/linking/advice'
import type { Shipment } from '@/lib/pull-requests/delivery'
import { afterMerge } from './after-merge'

type Props = {
  shipments: Shipment[]
  /** Id of the one that delivered it; null when none did. */
  deliveredBy: number | null
  organization: string
  timeZone: string
  now: Date
}

/** Every deployment that shipped a pull request, in order, each with why it is linked. */
export function ShipmentList({ shipments, deliveredBy, organization, timeZone, now }: Props) {
  return (
    <ol className="flex flex-col border-b border-line">
      {shipments.map((shipment) => (
        <li
          className="grid gap-x-8 gap-y-1 border-t border-line py-3 text-sm leading-relaxed sm:grid-cols-[10rem_minmax(0,1fr)]"
          key={shipment.id}
        >
          <div>
            <StatusMark status={shipment.status} />
            {shipment.id === deliveredBy && <p className="pl-6 text-muted">delivered it</p>}
          </div>
          <div className="min-w-0 break-words">
            <p>
              <Link
                className="break-all underline underline-offset-4 hover:text-muted"
                href={`/${organization}/deployments/${shipment.id}`}
              >
                {shipment.deploymentId}
              </Link>
              , {shipment.service ? `${shipment.service} to ` : 'to '}
              {shipment.environment}
            </p>
            <p className="text-muted">
              Completed <Time exact now={now} timeZone={timeZone} value={shipment.completedAt} />,{' '}
              {afterMerge(shipment.leadTimeSeconds)}. Linked because{' '}
              <Reason organization={organization} shipment={shipment} />.
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Why a pull request is linked to a deployment, to go on after "linked because". */
export function Reason({
  shipment: { method, carriedFrom },
  organization,
}: {
  shipment: Shipment
  organization: string
}) {
  return (
    <>
      {methodInWords(method)}
      {carriedFrom && (
        <>
          , taken over from{' '}
          <Link
            className="break-all underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${carriedFrom.id}`}
          >
            {carriedFrom.deploymentId}
          </Link>
          , which was rolled back
        </>
      )}
    </>
  )
}
