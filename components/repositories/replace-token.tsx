'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import { KeptTextField } from './kept-field'

type Props = { action: FormAction; organization: string; connection: { id: number; name: string } }

/** Puts another token in the place of a connection's, such as before it expires. */
export function ReplaceToken({ action, organization, connection }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, name } = connection
  return (
    <Dialog open="Replace token" openLabel={`Replace token of ${name}`} openLook="quiet" title={`Token of “${name}”`}>
      <form action={send} className="flex flex-col gap-5" key={state.status === 'done' ? 'done' : 'open'} ref={form}>
        <input name="organization" type="hidden" value={organization} />
        <input name="connectionId" type="hidden" value={id} />
        <KeptTextField
          autoComplete="off"
          hint="It takes the place of the token there is. The webhook and its secret stay."
          id={`new-token-${id}`}
          label="New token"
          name="token"
          required
          type="password"
        />
        <FormMessage state={state} />
        <div className="flex">
          <SubmitButton busy="Checking…">Replace token</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
