'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import type { Relinking } from '@/lib/organizations/save-production-names'
import { KeptTextArea } from './kept-field'
import { Relinked } from './relinked'

type Props = {
  action: FormAction<Relinking>
  organization: string
  repository: { id: number; fullName: string; aliases: string[] }
}

/** The service names that mean a repository beside its own. */
export function EditAliases({ action, organization, repository }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, fullName, aliases } = repository
  return (
    <>
      <Dialog open="Edit" openLabel={`Edit aliases of ${fullName}`} openLook="quiet" title={`Aliases of ${fullName}`}>
        <form action={send} className="flex flex-col gap-5" ref={form}>
          <input name="organization" type="hidden" value={organization} />
          <input name="repositoryId" type="hidden" value={id} />
          <KeptTextArea
            hint="One a line: what pipelines send as service when it is not the name of the repository. Past deployments are linked again."
            id={`aliases-${id}`}
            initial={aliases.join('\n')}
            key={aliases.join('\n')}
            label="Service names"
            name="names"
            rows={Math.min(Math.max(aliases.length + 1, 3), 8)}
            spellCheck={false}
          />
          <FormMessage state={state} />
          <div className="flex">
            <SubmitButton busy="Saving and linking again…">Save aliases</SubmitButton>
          </div>
        </form>
      </Dialog>
      {state.status === 'done' && <Relinked relinking={state.result} />}
    </>
  )
}
