'use client'

import { useActionState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/action-state'
import type { ApiKeySummary } from '@/lib/api-keys/list'

type Props = {
  organization: string
  apiKey: Pick<ApiKeySummary, 'id' | 'name' | 'display' | 'scope'>
  action: FormAction
}

/** Asks before it revokes, and says what follows. */
export function RevokeKey({ organization, apiKey, action }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <Dialog open="Revoke" openLabel={`Revoke ${apiKey.name}`} openLook="quiet" title={`Revoke “${apiKey.name}”?`}>
      <p className="text-left text-sm leading-relaxed">
        {apiKey.scope === 'read' ? 'Programs' : 'Pipelines'} that use{' '}
        <span className="font-mono whitespace-nowrap">{apiKey.display}</span> will get 401 from the next request on. A
        revoked key cannot be made active again.
      </p>
      <FormMessage state={state} />
      <form action={send} className="flex">
        <input name="organization" type="hidden" value={organization} />
        <input name="apiKeyId" type="hidden" value={apiKey.id} />
        <SubmitButton busy="Revoking…" look="danger">
          Revoke key
        </SubmitButton>
      </form>
    </Dialog>
  )
}
