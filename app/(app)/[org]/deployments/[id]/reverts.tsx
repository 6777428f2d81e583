import { organizationSection } from '@/app/organization-page'
import { RevertNotice } from '@/components/deployments/revert-notice'
import { ButtonForm } from '@/components/ui/button-form'
import type { Organization } from '@/lib/accounts/organizations/find'
import { findReverts } from '@/lib/deployments/find-reverts'
import { inTime } from '@/lib/http/in-time'
import { dismiss, fail } from './actions'

type Props = { id: number; organization: Organization; manages: boolean; now: Date }

/** Proposes to mark as failed what was reverted soon after. Renders nothing where nothing was. */
export const Reverts = organizationSection(readReverts)

async function readReverts({ id, organization: { id: organizationId, slug, timeZone }, manages, now }: Props) {
  const found = (await inTime(findReverts(organizationId, id))) ?? []
  return found.map((proposed) => {
    const { deployment, revertedBy } = proposed
    const hidden = { organization: slug, deployment: deployment.id }
    const reason = `Reverted by #${revertedBy.pullRequest.number} in ${revertedBy.deployment.deploymentId}`.slice(
      0,
      500,
    )
    return (
      <RevertNotice
        {...{ now, proposed, timeZone }}
        key={`${deployment.id} ${revertedBy.pullRequest.id}`}
        organization={slug}
        own={id}
      >
        {manages && (
          <div className="flex flex-wrap gap-2">
            <ButtonForm action={fail} busy="Marking…" hidden={{ ...hidden, reason }}>
              Mark as failed
            </ButtonForm>
            <ButtonForm action={dismiss} busy="Dismissing…" hidden={hidden} look="quiet">
              It did not fail
            </ButtonForm>
          </div>
        )}
      </RevertNotice>
    )
  })
}
