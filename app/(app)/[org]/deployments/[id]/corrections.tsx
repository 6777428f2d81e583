import { organizationSection } from '@/app/organization-page'
import { AuditLog } from '@/components/audit/audit-log'
import { CorrectDeployment } from '@/components/deployments/correct-deployment'
import { RestoreDeployment } from '@/components/deployments/restore-deployment'
import { VoidDeployment } from '@/components/deployments/void-deployment'
import { Section } from '@/components/ui/section'
import type { AuditEntry } from '@/lib/accounts/audit/list'
import type { Organization } from '@/lib/accounts/organizations/find'
import { plural } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { isRepositoryName } from '@/lib/deployments/linking/is-repository-name'
import type { SentFields } from '@/lib/deployments/load-sent'
import { correct, restore, voidIt } from './actions'

type Props = {
  deployment: DeploymentRecord
  entries: AuditEntry[]
  sent: SentFields
  organization: Organization
  manages: boolean
  now: Date
}

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
          ? 'When the pipeline reported something that is not so. Every correction can be taken back.'
          : 'What was set right by hand.'
      }
      title="Corrections"
    >
      {entries.length > 0 && <AuditLog about entries={entries} now={now} organization={slug} timeZone={timeZone} />}
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
  return (
    <div className="-ml-3.5 flex flex-wrap gap-1">
      <CorrectDeployment
        action={correct}
        deployment={{ id, service, environment, serviceCorrection, environmentCorrection }}
        organization={organization}
        sent={sent}
      />
      {voidedAt ? (
        <RestoreDeployment action={restore} id={id} organization={organization} />
      ) : (
        <VoidDeployment
          action={voidIt}
          id={id}
          organization={organization}
          shipped={linkedPRs > 0 ? plural(linkedPRs, 'pull request') : null}
        />
      )}
    </div>
  )
}
