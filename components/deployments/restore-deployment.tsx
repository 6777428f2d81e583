'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import { ReasonField } from './reason-field'

type Props = { action: FormAction; organization: string; id: number }

/** Asks why before a void deployment counts again. */
export function RestoreDeployment({ action, organization, id }: Props) {
  const { form, state, send } = useClosingForm(action)
  return (
    <Dialog open="Restore…" openLabel="Restore this deployment" openLook="quiet" title="Restore this deployment?">
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization} />
        <input name="deployment" type="hidden" value={id} />
        <p className="text-sm leading-relaxed text-muted">
          It counts again in every number, with what was reported meanwhile, and takes back the pull requests that other
          deployments took over.
        </p>
        <ReasonField error={state.status === 'refused' ? state.fields.reason : undefined} id="restore-reason" />
        <div className="flex">
          <SubmitButton busy="Restoring…">Restore deployment</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
