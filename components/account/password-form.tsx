'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import type { FormAction } from '@/lib/core/action-state'
import { type ActionState, idle } from '@/lib/core/action-state'
import { NewPasswordField } from './new-password-field'
import { PasswordField } from './password-field'

/** `accounts` is how many accounts elsewhere are connected for signing in. */
type Props = { action: FormAction; email: string; hasPassword: boolean; accounts: number }

type Attempt = { state: ActionState<void>; changes: number }

/** Changes the password, or sets the first one. What was typed is gone once it is changed. */
export function PasswordForm({ action, email, hasPassword, accounts }: Props) {
  const [{ state, changes }, send] = useActionState<Attempt, FormData>(
    async (previous, form) => {
      const next = await action(previous.state, form)
      return { state: next, changes: previous.changes + (next.status === 'done' ? 1 : 0) }
    },
    { state: idle, changes: 0 },
  )
  const error = state.status === 'refused' ? state.fields.newPassword : undefined
  return (
    <form action={send} className="flex max-w-md flex-col gap-5">
      <input autoComplete="username" hidden readOnly type="email" value={email} />
      {hasPassword && (
        <PasswordField
          autoComplete="current-password"
          id="current-password"
          key={`current ${changes}`}
          label="Current password"
          name="currentPassword"
          required
        />
      )}
      <NewPasswordField
        error={error}
        id="new-password"
        key={`new ${changes}`}
        label="New password"
        name="newPassword"
      />
      {accounts > 0 && (
        <label className="flex items-start gap-3 text-sm leading-relaxed" htmlFor="keep-sign-ins">
          <input
            className="mt-1 accent-accent"
            defaultChecked={!hasPassword}
            id="keep-sign-ins"
            key={`keep ${changes}`}
            name="keepSignIns"
            type="checkbox"
          />
          <span>
            Keep the connected accounts
            <span className="block text-muted">
              Otherwise they are disconnected, and the password is the only way in.
            </span>
          </span>
        </label>
      )}
      {!error && <FormMessage done="The password is changed. You are signed out everywhere else." state={state} />}
      <div className="flex">
        <SubmitButton busy="Changing…" look="secondary">
          {hasPassword ? 'Change password' : 'Set password'}
        </SubmitButton>
      </div>
    </form>
  )
}
