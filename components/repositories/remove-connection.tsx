'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'

type Props = {
  action: FormAction
  organization: string
  connection: { id: number; name: string; kind: 'app' | 'token' }
}

/** Asks before a connection goes, and says what stays. */
export function RemoveConnection({ action, organization, connection }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, name, kind } = connection
  return (
    <Dialog open="Remove" openLabel={`Remove connection ${name}`} openLook="quiet" title={`Remove “${name}”?`}>
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <input name="organization" type="hidden" value={organization} />
        <input name="connectionId" type="hidden" value={id} />
        <p className="text-sm leading-relaxed">
          Its repositories and everything known of them stay; they are no longer updated.{' '}
          {kind === 'app' && 'Delete the app at GitHub too: nothing here answers its webhooks any more.'}
        </p>
        <FormMessage state={state} />
        <div className="flex">
          <SubmitButton busy="Removing…" look="danger">
            Remove connection
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
