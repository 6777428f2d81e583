import { cache } from 'react'
import { organizationMetadata, organizationPage } from '@/app/organization-page'
import { StatusMark } from '@/components/deployments/status-mark'
import { OutsideForm } from '@/components/incidents/outside-form'
import { courseOf } from '@/components/incidents/outside-list'
import { DialogForm } from '@/components/ui/dialog-form'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { orNotFound, pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { getOutsideIncident, type OutsideIncident } from '@/lib/deployments/incidents/outside/list'
import { deleteIncident, saveIncident } from '../../actions'

type Props = { params: Promise<{ org: string; id: string }> }

const load = cache((organizationId: number, id: string) => orNotFound(getOutsideIncident(organizationId, Number(id))))

export const generateMetadata = organizationMetadata(async ({ params }: Props) => {
  const { organization } = await pageMember(params)
  return { title: (await load(organization.id, (await params).id)).title }
})

export default organizationPage(RecordedIncidentPage)

async function RecordedIncidentPage({ params }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const incident = await load(id, (await params).id)
  const { title, description, url, service, environment, externalId, openedAt, resolvedAt } = incident
  const now = new Date()
  const time = { now, timeZone, exact: true }
  return (
    <>
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${slug}/incidents`}
        >
          Recorded incidents
        </Link>
        <PageHeader
          actions={
            atLeast(role, 'manager') && (
              <>
                <OutsideForm action={saveIncident} incident={incident} organization={slug} timeZone={timeZone} />
                <DialogForm
                  action={deleteIncident}
                  busy="Deleting…"
                  danger
                  hidden={{ organization: slug, incident: incident.id }}
                  open="Delete"
                  openLabel="Delete this incident"
                  submit="Delete incident"
                  title="Delete this incident?"
                >
                  <p className="text-sm leading-relaxed text-muted">
                    It is gone for ever. A deployment that counts as failed because of it alone is again what its
                    pipeline reported.
                  </p>
                </DialogForm>
              </>
            )
          }
          title={title}
        />
        <p className="text-sm leading-relaxed wrap-anywhere text-muted">
          {courseOf(incident, now)}, opened <Time {...time} value={openedAt} />
          {resolvedAt && (
            <>
              , resolved <Time {...time} value={resolvedAt} />
            </>
          )}{' '}
          {timeZone}
          {service !== null && `, ${service}`}
          {environment !== null && ` in ${environment}`}
          {externalId === null ? '. Recorded by hand.' : `. Reported as ${externalId}.`}
        </p>
        {url !== null && (
          <a
            className="self-start text-sm break-all underline underline-offset-4 hover:text-muted"
            href={url}
            rel="noopener noreferrer nofollow"
            target="_blank"
          >
            {url}
          </a>
        )}
      </div>
      <Section id="deployment" title="Deployment that caused it">
        <Cause deployment={incident.deployment} organization={slug} />
      </Section>
      <Section id="notes" title="Notes">
        {description === null ? (
          <p className="text-sm text-muted">No notes yet.</p>
        ) : (
          <p className="max-w-3xl text-sm leading-relaxed break-words whitespace-pre-wrap">{description}</p>
        )}
      </Section>
    </>
  )
}

function Cause({ deployment, organization }: { deployment: OutsideIncident['deployment']; organization: string }) {
  if (!deployment) {
    return (
      <p className="max-w-2xl text-sm leading-relaxed text-muted">
        It is tied to no deployment, so it counts in no metric.
      </p>
    )
  }
  const { id, deploymentId, status } = deployment
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 text-sm leading-relaxed">
        <StatusMark status={status} />
        <Link
          className="break-all underline underline-offset-4 hover:text-muted"
          href={`/${organization}/deployments/${id}`}
          prefetch={false}
        >
          {deploymentId}
        </Link>
      </p>
      <p className="max-w-2xl text-sm leading-relaxed text-muted">
        {status === 'success' ? (
          'It counts as a success: its failure was taken back on its page.'
        ) : (
          <>
            It counts as failed. Recovery time goes from its end to the next success of its service, not by the times
            above:{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href={`/${organization}/incidents/${id}`}>
              what happened
            </Link>
            .
          </>
        )}
      </p>
    </>
  )
}
