'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextArea } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import type { Relinking } from '@/lib/deployments/production-names/save-production-names'
import { Relinked } from './relinked'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: { id: number; fullName: string; aliases: string[] }
}

/** The service names that mean a repository besides its own. */
export function EditAliases({ action, organization, repository: { id, fullName, aliases } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Saving and linking again…"
      done={(relinking) => <Relinked relinking={relinking} />}
      hidden={{ organization, repositoryId: id }}
      open="Edit"
      openLabel={`Edit aliases of ${fullName}`}
      submit="Save aliases"
      title={`Aliases of ${fullName}`}
    >
      <KeptTextArea
        hint="One per line: what pipelines send as service when it is not the name of the repository. Past deployments are linked again."
        id={`aliases-${id}`}
        initial={aliases.join('\n')}
        key={aliases.join('\n')}
        label="Service names"
        name="names"
        rows={Math.min(Math.max(aliases.length + 1, 3), 8)}
        spellCheck={false}
      />
    </DialogForm>
  )
}
