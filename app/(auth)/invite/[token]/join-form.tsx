'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { idle } from '@/lib/core/action-state'
import { join } from './actions'

type Props = {
  token: string
  invitation: { organizationName: string; email: string }
  user: { email: string; name: string | null }
}

/** Joins as the signed-in user, and says clearly who that is. */
export function JoinForm({ token, invitation, user }: Props) {
  const [state, send] = useActionState(join, idle)
  const { organizationName, email } = invitation
  return (
    <form action={send} className="flex flex-col items-start gap-5 text-sm leading-relaxed wrap-anywhere">
      <FormMessage state={state} />
      <input name="token" type="hidden" value={token} />
      <p>
        You are signed in as <strong className="font-medium break-words">{user.name ?? user.email}</strong>
        {user.name && <span className="break-all text-muted"> ({user.email})</span>}.
        {user.email !== email && ` The invitation names another address; it is you who joins, under your own.`}
      </p>
      <SubmitButton busy="Joining…">
        <span className="truncate">Join {organizationName}</span>
      </SubmitButton>
    </form>
  )
}
