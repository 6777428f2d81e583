'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import type { Role } from '@/lib/generated/prisma/enums'
import { roleWords } from './role-words'

type Props = {
  action: FormAction
  organization: string
  member: { userId: number; name: string; role: Role }
  choices: readonly Role[]
}

/** Opens the choice of another role for a member. */
export function ChangeRole({ action, organization, member, choices }: Props) {
  const { form, state, send } = useClosingForm(action)
  return (
    <Dialog
      open="Change role"
      openLabel={`Change role of ${member.name}`}
      openLook="quiet"
      title={`Role of ${member.name}`}
    >
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization} />
        <input name="userId" type="hidden" value={member.userId} />
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">Role</legend>
          {choices.map((role) => (
            <label className="flex items-baseline gap-3 rounded-sm py-1.5 text-sm" key={role}>
              <input
                className="translate-y-px accent-accent"
                defaultChecked={role === member.role}
                name="role"
                type="radio"
                value={role}
              />
              <span>
                <span className="font-medium capitalize">{role}</span>
                <span className="text-muted">: {roleWords[role]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="text-sm leading-relaxed text-muted">
          It counts from their next request on. Open invitations to what they may no longer invite to are revoked.
        </p>
        <div className="flex">
          <SubmitButton busy="Changing…">Change role</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
