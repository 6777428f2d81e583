'use client'

import type { ButtonLook } from '@/components/ui/button'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; look: ButtonLook }

/** Leads on to GitHub, which creates an app of this installation's own. */
export function ConnectApp({ action, organization, look }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Going to GitHub…"
      hidden={{ organization }}
      open="Create a GitHub App"
      openLook={look}
      submit="Continue at GitHub"
      title="Connect GitHub with an app of your own"
    >
      {(fields) => (
        <>
          <p className="text-sm leading-relaxed text-muted">
            GitHub shows what the app may read. Press “Create GitHub App” there, then “Install”: its webhook, its key
            and its secret are set up on the way.
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
        </>
      )}
    </DialogForm>
  )
}
