import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { formatDuration } from '@/lib/core/format'
import type { OutsideIncident } from '@/lib/deployments/incidents/outside/list'

type Props = { incidents: readonly OutsideIncident[]; organization: string; timeZone: string; now: Date }

/** Recorded incidents, each with its own times and the deployment that it is tied to. */
export function OutsideList({ incidents, organization, timeZone, now }: Props) {
  return (
    <ul className="flex max-w-3xl flex-col">
      {incidents.map((incident) => {
        const { id, title, service, environment, openedAt, deployment } = incident
        return (
          <li
            className="flex flex-col gap-1 border-t border-line py-3 text-sm leading-relaxed first:border-t-0"
            key={id}
          >
            <Link
              className="self-start font-medium wrap-anywhere underline underline-offset-4 hover:text-muted"
              href={`/${organization}/incidents/recorded/${id}`}
              prefetch={false}
            >
              {title}
            </Link>
            <span className="wrap-anywhere text-muted">
              {courseOf(incident, now)}, opened <Time exact now={now} timeZone={timeZone} value={openedAt} /> {timeZone}
              {service !== null && `, ${service}`}
              {environment !== null && ` in ${environment}`}.{' '}
              {deployment ? `Tied to ${deployment.deploymentId}.` : 'Tied to no deployment.'}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** "Resolved after 51 min", by its own times. */
export function courseOf(
  { openedAt, resolvedAt }: Pick<OutsideIncident, 'openedAt' | 'resolvedAt'>,
  now: Date,
): string {
  const seconds = Math.max(((resolvedAt ?? now).getTime() - openedAt.getTime()) / 1000, 0)
  return `${resolvedAt ? 'Resolved after' : 'Open for'} ${formatDuration(seconds)}`
}
