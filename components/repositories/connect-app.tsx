'use client'

import { useActionState } from 'react'
import type { ButtonLook } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/action-state'
import { KeptTextField } from './kept-field'

type Props = { action: FormAction; organization: string; look: ButtonLook }

/** Leads on to GitHub, which creates an app of this installation's own. */
export function ConnectApp({ action, organization, look }: Props) {
  const [state, send] = useActionState(action, idle)
  const fields = state.status === 'refused' ? state.fields : {}
  return (
    <Dialog open="Create a GitHub App" openLook={look} title="Connect GitHub with an app of your own">
      <form action={send} className="flex flex-col gap-5">
        <input name="organization" type="hidden" value={organization} />
        <p className="text-sm leading-relaxed text-muted">
          GitHub shows what the app may read. Press “Create GitHub App” there, then “Install”: its webhook, its key and
          its secret are set up on the way.
        </p>
        <KeptTextField
          autoCapitalize="none"
          autoComplete="off"
          error={fields.owner}
          hint="As in its address at GitHub. Blank is your personal account."
          id="app-owner"
          label="GitHub organization"
          name="owner"
          placeholder="acme"
          spellCheck={false}
        />
        <KeptTextField
          autoComplete="off"
          error={fields.baseUrl}
          hint="For GitHub Enterprise. Blank is https://github.com."
          id="app-base-url"
          label="Address of GitHub"
          name="baseUrl"
          placeholder="https://github.com"
          type="url"
        />
        {!fields.owner && !fields.baseUrl && <FormMessage state={state} />}
        <div className="flex">
          <SubmitButton busy="Going to GitHub…">Continue at GitHub</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
