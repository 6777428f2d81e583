'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import { ReasonField } from './reason-field'

type Props = { action: FormAction; organization: string; id: number; shipped: string | null }

/** Asks why before a deployment is taken out of all numbers. */
export function VoidDeployment({ action, organization, id, shipped }: Props) {
  const { form, state, send } = useClosingForm(action)
  return (
    <Dialog open="Void…" openLabel="Void this deployment" openLook="quiet" title="Void this deployment?">
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization} />
        <input name="deployment" type="hidden" value={id} />
        <p className="text-sm leading-relaxed text-muted">
          It stays in the history, struck through, and counts in no number any more.
          {shipped && ` What it shipped (${shipped}) goes to the next deployment that contains it.`} You can restore it
          later.
        </p>
        <ReasonField error={state.status === 'refused' ? state.fields.reason : undefined} id="void-reason" />
        <div className="flex">
          <SubmitButton busy="Voiding…" look="danger">
            Void deployment
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
