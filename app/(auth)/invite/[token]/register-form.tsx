'use client'

import { useActionState, useState } from 'react'
import { NewPasswordField } from '@/components/account/new-password-field'
import { TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { idle } from '@/lib/core/action-state'
import { register } from './actions'

type Props = { token: string; email: string; organizationName: string }

/** Makes an account under the address that was invited, or signs in to the one it has. */
export function RegisterForm({ token, email, organizationName }: Props) {
  const [state, send] = useActionState(register, idle)
  const [name, setName] = useState('')
  const errors = state.status === 'refused' ? state.fields : {}
  return (
    <form action={send} className="flex flex-col gap-5">
      {Object.keys(errors).length === 0 && <FormMessage state={state} />}
      <input name="token" type="hidden" value={token} />
      <TextField
        autoComplete="username"
        hint="You sign in with this address."
        id="email"
        label="E-mail address"
        readOnly
        type="email"
        value={email}
      />
      <TextField
        autoComplete="name"
        error={errors.name}
        hint="Used if you have no account yet."
        id="name"
        label="Your name"
        maxLength={100}
        name="name"
        onChange={(event) => setName(event.target.value)}
        required
        value={name}
      />
      <NewPasswordField
        error={errors.password}
        hint="The password of your account, or a new one of at least 8 characters."
        id="password"
        label="Password"
        name="password"
      />
      <div className="flex">
        <SubmitButton busy="Joining…">
          <span className="truncate">Join {organizationName}</span>
        </SubmitButton>
      </div>
    </form>
  )
}
