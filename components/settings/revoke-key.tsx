'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { ApiKeySummary } from '@/lib/accounts/api-keys/list'
import type { FormAction } from '@/lib/core/action-state'

type Props = {
  organization: string
  apiKey: Pick<ApiKeySummary, 'id' | 'name' | 'display' | 'scope'>
  action: FormAction
}

/** Asks before it revokes, and says what follows. */
export function RevokeKey({ organization, apiKey: { id, name, display, scope }, action }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Revoking…"
      danger
      hidden={{ organization, apiKeyId: id }}
      open="Revoke"
      openLabel={`Revoke ${name}`}
      submit="Revoke key"
      title={`Revoke “${name}”?`}
    >
      <p className="text-sm leading-relaxed">
        {scope === 'read' ? 'Programs' : 'Pipelines'} that use{' '}
        <span className="font-mono whitespace-nowrap">{display}</span> will get 401 from the next request on. A revoked
        key cannot be made active again.
      </p>
    </DialogForm>
  )
}
