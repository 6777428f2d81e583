'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'

type Props = { action: FormAction; organization: string; invitation: { id: number; email: string } }

/** Asks before the link of an invitation is made useless. */
export function RevokeInvitation({ action, organization, invitation: { id, email } }: Props) {
  const { form, state, send } = useClosingForm(action)
  return (
    <Dialog
      open="Revoke"
      openLabel={`Revoke the invitation of ${email}`}
      openLook="quiet"
      title={`Revoke the invitation of ${email}?`}
    >
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization} />
        <input name="invitationId" type="hidden" value={id} />
        <p className="text-sm leading-relaxed text-muted">The link they were sent stops working at once.</p>
        <div className="flex">
          <SubmitButton busy="Revoking…" look="danger">
            Revoke invitation
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
