import type { ReactNode } from 'react'
import { organizationSection } from '@/app/organization-page'
import { PullRequestTitles } from '@/components/deployments/pull-request-titles'
import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import { type DeploymentIncident, findIncident, type IncidentDeployment } from '@/lib/deployments/find-incident'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { loadShipped } from '@/lib/deployments/load-shipped'

type Props = { deployment: DeploymentRecord; organization: Organization; now: Date }

const maxTitles = 3

/** The incident that a deployment opened, belongs to or ended. Renders nothing where there is none. */
export const Incident = organizationSection(readIncident)

async function readIncident({ deployment, organization, now }: Props) {
  const incident = await findIncident(organization, deployment)
  if (!incident) return null
  const { failures, total, closedBy } = incident
  const { slug, timeZone } = organization
  const place = { organization: slug, own: deployment.id, timeZone, now }
  const ended =
    closedBy && closedBy.id !== deployment.id ? await loadShipped(organization.id, closedBy.id, maxTitles) : null
  return (
    <Section id="incident" lead={leadOf(incident, deployment, now)} title="Incident">
      <ol className="flex max-w-3xl flex-col gap-3 border-l-2 border-line pl-5 text-sm leading-relaxed">
        {failures.map((failure) => (
          <Step deployment={failure} key={failure.id} {...place} />
        ))}
        {total > failures.length && (
          <li className="text-muted">and {formatCount(total - failures.length)} more that failed</li>
        )}
        {closedBy ? (
          <Step deployment={closedBy} {...place}>
            {ended && ended.total > 0 && (
              <div className="pt-2">
                <PullRequestTitles {...ended} organization={slug} />
              </div>
            )}
          </Step>
        ) : (
          <li className="text-muted">No deployment has succeeded since.</li>
        )}
      </ol>
    </Section>
  )
}

/** "It opened an incident, which is over after 41 min." */
function leadOf(
  { failures: [first], total, closedBy }: DeploymentIncident,
  { id }: DeploymentRecord,
  now: Date,
): string {
  const lasted = formatDuration(
    ((closedBy?.completedAt ?? now).getTime() - (first?.completedAt ?? now).getTime()) / 1000,
  )
  const many = total > 1 ? ` of ${plural(total, 'failure')}` : ''
  if (closedBy?.id === id) return `It ended an incident${many} after ${lasted}.`
  const course = closedBy === null ? `open for ${lasted}` : `over after ${lasted}`
  return `It ${first?.id === id ? 'opened' : 'belongs to'} an incident${many}, ${course}.`
}

type StepProps = {
  deployment: IncidentDeployment
  /** The one whose page this is. */
  own: number
  organization: string
  timeZone: string
  now: Date
  children?: ReactNode
}

function Step({ deployment, own, organization, timeZone, now, children }: StepProps) {
  const { id, deploymentId, status, triggeredBy, completedAt } = deployment
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-3">
        <StatusMark status={status} />
        {id === own ? (
          <span className="break-all">This deployment</span>
        ) : (
          <Link
            className="break-all underline underline-offset-4 hover:text-muted"
            href={`/${organization}/deployments/${id}`}
            prefetch={false}
          >
            {deploymentId}
          </Link>
        )}
        <span className="text-muted">
          <Time now={now} timeZone={timeZone} value={completedAt} />
          {triggeredBy !== null && `, by ${triggeredBy}`}
        </span>
      </span>
      {children}
    </li>
  )
}
