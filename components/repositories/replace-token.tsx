'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; connection: { id: number; name: string } }

/** Puts another token in the place of a connection's, such as before it expires. */
export function ReplaceToken({ action, organization, connection: { id, name } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Checking…"
      hidden={{ organization, connectionId: id }}
      open="Replace token"
      openLabel={`Replace token of ${name}`}
      submit="Replace token"
      title={`Token of “${name}”`}
    >
      <KeptTextField
        autoComplete="off"
        hint="It takes the place of the token there is. The webhook and its secret stay."
        id={`new-token-${id}`}
        label="New token"
        name="token"
        required
        type="password"
      />
    </DialogForm>
  )
}
