'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import { plural } from '@/lib/core/format'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'
import type { RepositorySummary } from '@/lib/sources/repositories/list'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: Pick<RepositorySummary, 'id' | 'fullName' | 'pullRequests' | 'connection'>
}

/** Names the consequence and has the name typed before a repository is removed. */
export function RemoveRepository({ action, organization, repository }: Props) {
  const { id, fullName, pullRequests, connection } = repository
  return (
    <DialogForm
      action={action}
      busy="Removing…"
      danger
      hidden={{ organization, repositoryId: id }}
      open="Remove"
      openLabel={`Remove ${fullName}`}
      submit={`Remove ${fullName}`}
      title={`Remove ${fullName}?`}
    >
      <p className="text-sm leading-relaxed">
        Its commits and {plural(pullRequests, 'pull request')} go, and with them every link of a deployment to them and
        the lead times they gave. The deployments stay.
        {connection && ' To only stop taking news, switch “Monitored” off.'}
      </p>
      <KeptTextField
        autoCapitalize="none"
        autoComplete="off"
        id={`remove-${id}`}
        label={`Type ${fullName} to confirm`}
        name="name"
        required
        spellCheck={false}
      />
    </DialogForm>
  )
}
