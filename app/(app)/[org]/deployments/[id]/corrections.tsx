import { organizationSection } from '@/app/organization-page'
import { AuditLog } from '@/components/audit/audit-log'
import { CorrectDeployment } from '@/components/deployments/correct-deployment'
import { CorrectionDialog } from '@/components/deployments/correction-dialog'
import { Section } from '@/components/ui/section'
import type { AuditEntry } from '@/lib/accounts/audit/list'
import type { Organization } from '@/lib/accounts/organizations/find'
import { plural } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { isRepositoryName } from '@/lib/deployments/linking/is-repository-name'
import type { SentFields } from '@/lib/deployments/load-sent'
import { correct, fail, restore, takeBack, voidIt } from './actions'

type Props = {
  deployment: DeploymentRecord
  entries: AuditEntry[]
  sent: SentFields
  organization: Organization
  manages: boolean
  now: Date
}

/** So many are listed, the latest. */
const maxListed = 20

/**
 * What people corrected about a deployment, and for managers the way to do so. Nothing for others where there is no
 * correction.
 */
export const Corrections = organizationSection(readCorrections)

async function readCorrections({ deployment, entries, sent, organization, manages, now }: Props) {
  if (!manages && entries.length === 0) return null
  const { slug, timeZone } = organization
  const { serviceCorrection } = deployment
  const unknownService =
    manages && serviceCorrection && !(await isRepositoryName(organization.id, serviceCorrection)) && serviceCorrection
  return (
    <Section
      id="corrections"
      lead={
        manages
          ? 'When something is not as the pipeline reported it. Every correction can be taken back.'
          : 'What was set right by hand.'
      }
      title="Corrections"
    >
      {entries.length > 0 && (
        <AuditLog about entries={entries.slice(0, maxListed)} now={now} organization={slug} timeZone={timeZone} />
      )}
      {entries.length > maxListed && <p className="text-sm text-muted">The latest {maxListed} are listed.</p>}
      {unknownService && (
        <p className="max-w-2xl text-sm leading-relaxed break-words text-muted">
          No repository or alias is called “{unknownService}”: its pull requests will not be found by name.
        </p>
      )}
      {manages && <Buttons deployment={deployment} organization={slug} sent={sent} />}
    </Section>
  )
}

type ButtonsProps = { deployment: DeploymentRecord; organization: string; sent: SentFields }

function Buttons({ deployment, organization, sent }: ButtonsProps) {
  const { id, service, environment, serviceCorrection, environmentCorrection, linkedPRs, voidedAt } = deployment
  const { status, statusCorrection } = deployment
  const shipped = linkedPRs > 0 && plural(linkedPRs, 'pull request')
  const goes = shipped && ` What it shipped (${shipped}) goes to the next deployment that contains it.`
  const subject = { organization, deployment: id }
  return (
    <div className="-ml-3.5 flex flex-wrap gap-1">
      <CorrectDeployment
        action={correct}
        deployment={{ id, service, environment, serviceCorrection, environmentCorrection }}
        organization={organization}
        sent={sent}
      />
      {status === 'success' && !voidedAt && (
        <CorrectionDialog
          {...subject}
          action={fail}
          busy="Marking…"
          danger
          name="Mark as failed"
          openLabel="Mark this deployment as failed"
          submit="Mark as failed"
        >
          It broke production although its pipeline succeeded: it counts as a failure from then on, and opens an
          incident that the next success ends.{goes} You can take it back later.
        </CorrectionDialog>
      )}
      {statusCorrection && (
        <CorrectionDialog
          {...subject}
          action={takeBack}
          busy="Taking back…"
          name="Not failed"
          openLabel="Take back that this deployment failed"
          submit="Take back"
        >
          It is again what its pipeline reported, and takes back the pull requests that other deployments took over.
        </CorrectionDialog>
      )}
      {voidedAt ? (
        <CorrectionDialog
          {...subject}
          action={restore}
          busy="Restoring…"
          name="Restore"
          openLabel="Restore this deployment"
          submit="Restore deployment"
        >
          It counts again in every number, with what was reported meanwhile, and takes back the pull requests that other
          deployments took over.
        </CorrectionDialog>
      ) : (
        <CorrectionDialog
          {...subject}
          action={voidIt}
          busy="Voiding…"
          danger
          name="Void"
          openLabel="Void this deployment"
          submit="Void deployment"
        >
          It stays in the history, struck through, and counts in no number any more.{goes} You can restore it later.
        </CorrectionDialog>
      )}
    </div>
  )
}
