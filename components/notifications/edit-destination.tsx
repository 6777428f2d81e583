'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import type { ListedDestination } from '@/lib/notifications/destinations/list'
import { DestinationFields, type Offered } from './destination-fields'

type Props = { action: FormAction; organization: string; destination: ListedDestination; offered: Offered }

/** Changes where a destination leads, and what is sent there. */
export function EditDestination({ action, organization, destination, offered }: Props) {
  const { id, kind, name, recipients } = destination
  const chosen = { ...destination, recipients: recipients?.map(({ userId }) => userId) ?? [] }
  return (
    <DialogForm
      action={action}
      busy="Saving…"
      hidden={{ organization, kind, destinationId: id }}
      open="Edit"
      openLabel={`Edit ${name}`}
      submit="Save destination"
      title={`Edit “${name}”`}
    >
      {(problems) => (
        <DestinationFields chosen={chosen} id={`edit-${id}`} kind={kind} offered={offered} problems={problems} />
      )}
    </DialogForm>
  )
}
