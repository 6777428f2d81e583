'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'

type Props = {
  action: FormAction
  organization: string
  connection: { id: number; name: string; kind: 'app' | 'token' }
}

/** Asks before a connection goes, and says what stays. */
export function RemoveConnection({ action, organization, connection: { id, name, kind } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Removing…"
      danger
      hidden={{ organization, connectionId: id }}
      open="Remove"
      openLabel={`Remove connection ${name}`}
      submit="Remove connection"
      title={`Remove “${name}”?`}
    >
      <p className="text-sm leading-relaxed">
        Its repositories and everything known of them stay; they are no longer updated.{' '}
        {kind === 'app' && 'Delete the app at GitHub too: nothing here answers its webhooks any more.'}
      </p>
    </DialogForm>
  )
}
