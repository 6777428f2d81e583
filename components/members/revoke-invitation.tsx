'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; invitation: { id: number; email: string } }

/** Asks before the link of an invitation is made useless. */
export function RevokeInvitation({ action, organization, invitation: { id, email } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Revoking…"
      danger
      hidden={{ organization, invitationId: id }}
      open="Revoke"
      openLabel={`Revoke the invitation of ${email}`}
      submit="Revoke invitation"
      title={`Revoke the invitation of ${email}?`}
    >
      <p className="text-sm leading-relaxed text-muted">The link they were sent stops working at once.</p>
    </DialogForm>
  )
}
