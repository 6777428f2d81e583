'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import { plural } from '@/lib/format'
import type { Relinking } from '@/lib/organizations/save-production-names'
import type { RepositorySummary } from '@/lib/repositories/list'
import { KeptTextField } from './kept-field'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: Pick<RepositorySummary, 'id' | 'fullName' | 'pullRequests' | 'connection'>
}

/** Names the consequence and has the name typed before a repository is removed. */
export function RemoveRepository({ action, organization, repository }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, fullName, pullRequests, connection } = repository
  return (
    <Dialog open="Remove" openLabel={`Remove ${fullName}`} openLook="quiet" title={`Remove ${fullName}?`}>
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <input name="organization" type="hidden" value={organization} />
        <input name="repositoryId" type="hidden" value={id} />
        <p className="text-sm leading-relaxed">
          Its commits and {plural(pullRequests, 'pull request')} go, and with them every link of a deployment to them
          and the lead times they gave. The deployments stay.
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
        <FormMessage state={state} />
        <div className="flex">
          <SubmitButton busy="Removing…" look="danger">
            <span className="truncate">Remove {fullName}</span>
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
