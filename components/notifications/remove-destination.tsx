'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; destination: { id: number; name: string } }

/** Asks before a destination goes, and says what goes with it. */
export function RemoveDestination({ action, organization, destination: { id, name } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Removing…"
      danger
      hidden={{ organization, destinationId: id }}
      open="Remove"
      openLabel={`Remove ${name}`}
      submit="Remove destination"
      title={`Remove “${name}”?`}
    >
      <p className="text-sm leading-relaxed">
        Nothing is sent there any more. Its deliveries and what was to be sent are forgotten.
      </p>
    </DialogForm>
  )
}
