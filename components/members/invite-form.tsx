'use client'

import { useActionState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { SelectField, TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import type { FormAction } from '@/lib/core/action-state'
import { idle } from '@/lib/core/action-state'
import type { Role } from '@/lib/generated/prisma/enums'

export type Invited = { email: string; link: string }

type Props = { action: FormAction<Invited>; organization: string; choices: readonly Role[] }

/** Invites an address. The link is shown here once: the page never has it again. */
export function InviteForm({ action, organization, choices }: Props) {
  const [state, send] = useActionState(action, idle)
  const refused = state.status === 'refused' ? state : null
  const fields = refused?.fields ?? {}
  return (
    <div className="flex flex-col gap-5">
      <form action={send} className="flex flex-col gap-4 sm:flex-row sm:items-end">
        <input name="organization" type="hidden" value={organization} />
        <TextField
          autoComplete="off"
          className="sm:min-w-0 sm:grow"
          id="invite-email"
          label="E-mail address"
          name="email"
          placeholder="grace@acme.com"
          required
          type="email"
          {...(fields.email && { error: fields.email })}
        />
        <SelectField className="sm:w-40" defaultValue="member" id="invite-role" label="Role" name="role">
          {choices.map((role) => (
            <option key={role} value={role}>
              {`${role.charAt(0).toUpperCase()}${role.slice(1)}`}
            </option>
          ))}
        </SelectField>
        <SubmitButton busy="Inviting…">Invite</SubmitButton>
      </form>
      {refused && !fields.email && <Notice kind="refused">{refused.message}</Notice>}
      {state.status === 'done' && <Link {...state.result} />}
    </div>
  )
}

function Link({ email, link }: Invited) {
  return (
    <Notice kind="done">
      <div className="flex flex-col items-start gap-3">
        <p>
          Send this link to <strong className="font-medium break-all">{email}</strong>. It works once, for seven days.
          You will not see it again.
        </p>
        <code className="block max-w-full font-mono text-sm break-all select-all">{link}</code>
        <CopyButton label="Copy link" text={link} />
      </div>
    </Notice>
  )
}
