import type { ReactNode } from 'react'
import { organizationSection } from '@/app/organization-page'
import { PullRequestTitles } from '@/components/deployments/pull-request-titles'
import { IncidentSteps } from '@/components/incidents/incident-steps'
import { OutsideList } from '@/components/incidents/outside-list'
import { Responder } from '@/components/incidents/responder'
import { ButtonLink } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatDuration, plural } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { type DeploymentIncident, findIncident, incidentSeconds } from '@/lib/deployments/incidents/find'
import { listTiedIncidents } from '@/lib/deployments/incidents/outside/list'
import { loadResponder } from '@/lib/deployments/incidents/people'
import { loadShipped } from '@/lib/deployments/load-shipped'
import { leave, take } from '../../incidents/actions'

type Props = { deployment: DeploymentRecord; organization: Organization; userId: number; now: Date }

const maxTitles = 3

/** The incident that a deployment opened, belongs to or ended. Renders nothing where there is none. */
export const Incident = organizationSection(readIncident)

async function readIncident({ deployment, organization, userId, now }: Props) {
  const incident = await findIncident(organization, deployment)
  const opened = incident?.failures[0]
  if (!incident || !opened) return null
  const { failures, closedBy } = incident
  const { id, slug, timeZone } = organization
  const contents = new Map<number, ReactNode>()
  if (closedBy && closedBy.id !== deployment.id) {
    const shipped = await loadShipped(id, closedBy.id, maxTitles)
    if (shipped.total > 0) contents.set(closedBy.id, <PullRequestTitles {...shipped} organization={slug} />)
  }
  const failureIds = failures.map((failure) => failure.id)
  const { responder, noteCount } = await loadResponder(id, failureIds)
  const recorded = await listTiedIncidents(id, failureIds)
  const place = { organization: slug, timeZone, now }
  return (
    <Section
      actions={
        <ButtonLink href={`/${slug}/incidents/${opened.id}`}>
          {noteCount > 0 ? plural(noteCount, 'note') : 'Open incident'}
        </ButtonLink>
      }
      id="incident"
      lead={leadOf(incident, deployment, now)}
      title="Incident"
    >
      <Responder
        actions={{ take, leave }}
        isOpen={closedBy === null}
        openedBy={opened.id}
        responder={responder}
        userId={userId}
        {...place}
      />
      <IncidentSteps contents={contents} incident={incident} own={deployment.id} {...place} />
      {recorded.length > 0 && <OutsideList incidents={recorded} {...place} />}
    </Section>
  )
}

/** "It opened an incident, which is over after 41 min." */
function leadOf(incident: DeploymentIncident, { id }: DeploymentRecord, now: Date): string {
  const { failures, total, closedBy } = incident
  const lasted = formatDuration(incidentSeconds(incident, now))
  const many = total > 1 ? ` of ${plural(total, 'failure')}` : ''
  if (closedBy?.id === id) return `It ended an incident${many} after ${lasted}.`
  const course = closedBy === null ? `open for ${lasted}` : `over after ${lasted}`
  return `It ${failures[0]?.id === id ? 'opened' : 'belongs to'} an incident${many}, ${course}.`
}
