'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import { NewSecret } from './new-secret'

type Replaced = { name: string; signingSecret: string }
type Props = { action: FormAction<Replaced>; organization: string; destination: { id: number; name: string } }

/** Signs the webhooks of a destination with another secret, which is shown once. */
export function ReplaceSecret({ action, organization, destination: { id, name } }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Replacing…"
      done={(replaced) => <NewSecret {...replaced} />}
      hidden={{ organization, destinationId: id }}
      open="Replace secret"
      openLabel={`Replace the signing secret of ${name}`}
      submit="Replace secret"
      title={`Replace the signing secret of “${name}”?`}
    >
      <p className="text-sm leading-relaxed">
        The next delivery is signed with the new secret alone: a receiver that checks with the old one refuses it until
        it has the new one.
      </p>
    </DialogForm>
  )
}
