'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import type { Relinking } from '@/lib/organizations/save-production-names'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: { id: number; fullName: string }
  service: string
}

/** Asks before a service is the whole repository again. */
export function RemovePaths({ action, organization, repository, service }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, fullName } = repository
  return (
    <Dialog
      open="Remove"
      openLabel={`Remove paths of ${service} in ${fullName}`}
      openLook="quiet"
      title={`Remove the paths of ${service}?`}
    >
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <input name="organization" type="hidden" value={organization} />
        <input name="repositoryId" type="hidden" value={id} />
        <input name="service" type="hidden" value={service} />
        <p className="text-sm leading-relaxed text-muted">
          Its deployments are found by name and commit alone again, and link every pull request of the repository in
          their range, past deployments included.
        </p>
        <FormMessage state={state} />
        <div className="flex">
          <SubmitButton busy="Removing and linking again…" look="danger">
            Remove paths
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
