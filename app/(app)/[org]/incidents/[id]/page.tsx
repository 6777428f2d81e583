import { notFound, redirect } from 'next/navigation'
import { cache, type ReactNode } from 'react'
import { organizationMetadata, organizationPage, organizationSection } from '@/app/organization-page'
import { PullRequestTitles } from '@/components/deployments/pull-request-titles'
import { IncidentSteps } from '@/components/incidents/incident-steps'
import { Notes } from '@/components/incidents/notes'
import { OutsideList } from '@/components/incidents/outside-list'
import { Responder } from '@/components/incidents/responder'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import type { Organization } from '@/lib/accounts/organizations/find'
import { formatDuration, plural } from '@/lib/core/format'
import { type DeploymentRecord, getDeploymentById } from '@/lib/deployments/get'
import { type DeploymentIncident, findIncident, incidentSeconds } from '@/lib/deployments/incidents/find'
import { listTiedIncidents } from '@/lib/deployments/incidents/outside/list'
import { loadPeople } from '@/lib/deployments/incidents/people'
import { loadShipped, loadWouldHaveShipped } from '@/lib/deployments/load-shipped'
import { deleteNote, leave, take, writeNote } from '../actions'

type Props = { params: Promise<{ org: string; id: string }> }

const maxTitles = 10

const load = cache((organizationId: number, id: string) => orNotFound(getDeploymentById(organizationId, Number(id))))

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  return { title: titleOf(await load(organization.id, (await params).id)) }
})

function titleOf({ service, environment }: DeploymentRecord): string {
  return `Incident of ${service ?? 'no service'} in ${environment}`
}

export default organizationPage(IncidentPage)

/** At the address of the deployment that opened it; those of the others of an incident lead there. */
async function IncidentPage({ params }: Props) {
  const { organization, role, actor } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const deployment = await load(id, (await params).id)
  const incident = await findIncident(organization, deployment)
  const opened = incident?.failures[0]
  if (!incident || !opened) notFound()
  if (opened.id !== deployment.id) redirect(`/${slug}/incidents/${opened.id}`)
  const now = new Date()
  const failureIds = incident.failures.map((failure) => failure.id)
  const { responder, notes, earlierNotes } = await loadPeople(id, failureIds)
  const recorded = await listTiedIncidents(id, failureIds)
  const person = { openedBy: opened.id, userId: actor.userId, organization: slug, timeZone, now }
  const { closedBy, total } = incident
  const lasted = formatDuration(incidentSeconds(incident, now))
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/insights/recovery-time`}
        >
          Recovery time
        </Link>
        <PageHeader title={titleOf(deployment)} />
        <p className="text-sm text-muted">
          {closedBy ? `Over after ${lasted}` : `Open for ${lasted}`}, {plural(total, 'failure')}, opened{' '}
          <Time exact now={now} timeZone={timeZone} value={opened.completedAt} /> {timeZone}.
        </p>
        <Responder actions={{ take, leave }} isOpen={closedBy === null} responder={responder} {...person} />
      </div>
      <Course incident={incident} now={now} opened={deployment} organization={organization} />
      {recorded.length > 0 && (
        <Section
          id="recorded"
          lead="By the times that were recorded. Recovery time is that of the deployments above."
          title="Recorded from outside"
        >
          <OutsideList incidents={recorded} now={now} organization={slug} timeZone={timeZone} />
        </Section>
      )}
      <Section id="notes" title="Notes">
        <Notes
          actions={{ write: writeNote, remove: deleteNote }}
          earlierNotes={earlierNotes}
          manages={atLeast(role, 'manager')}
          notes={notes}
          {...person}
        />
      </Section>
    </>
  )
}

type CourseProps = { incident: DeploymentIncident; opened: DeploymentRecord; organization: Organization; now: Date }

/** Each of its deployments, and what that contained. */
const Course = organizationSection(readCourse)

async function readCourse({ incident, opened, organization, now }: CourseProps) {
  const { slug, timeZone } = organization
  const contents = new Map<number, ReactNode>()
  for (const { id, status } of [...incident.failures, ...(incident.closedBy ? [incident.closedBy] : [])]) {
    const failed = status === 'failure' && (id === opened.id ? opened : await getDeploymentById(organization.id, id))
    const shipped = failed
      ? await loadWouldHaveShipped(organization.id, failed, maxTitles)
      : await loadShipped(organization.id, id, maxTitles)
    if (shipped.total > 0) contents.set(id, <PullRequestTitles {...shipped} organization={slug} />)
  }
  return (
    <Section
      id="course"
      lead="Each deployment with the pull requests that it would have shipped, and the one that ended it with those that it shipped."
      title="What happened"
    >
      <IncidentSteps
        contents={contents}
        incident={incident}
        now={now}
        organization={slug}
        own={null}
        timeZone={timeZone}
      />
    </Section>
  )
}
