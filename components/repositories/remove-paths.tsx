'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: { id: number; fullName: string }
  service: string
}

/** Asks before a service is the whole repository again. */
export function RemovePaths({ action, organization, repository: { id, fullName }, service }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Removing and linking again…"
      danger
      hidden={{ organization, repositoryId: id, service }}
      open="Remove"
      openLabel={`Remove paths of ${service} in ${fullName}`}
      submit="Remove paths"
      title={`Remove the paths of ${service}?`}
    >
      <p className="text-sm leading-relaxed text-muted">
        Its deployments are found by name and commit alone again, and link every pull request of the repository in their
        range, past deployments included.
      </p>
    </DialogForm>
  )
}
