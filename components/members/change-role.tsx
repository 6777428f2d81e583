'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'
import type { Role } from '@/lib/generated/prisma/enums'

type Props = {
  action: FormAction
  organization: string
  member: { userId: number; name: string; role: Role }
  choices: readonly Role[]
}

/** Opens the choice of another role for a member. */
export function ChangeRole({ action, organization, member, choices }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Changing…"
      hidden={{ organization, userId: member.userId }}
      open="Change role"
      openLabel={`Change role of ${member.name}`}
      submit="Change role"
      title={`Role of ${member.name}`}
    >
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
    </DialogForm>
  )
}

/** What a role lets people do. */
const roleWords: Record<Role, string> = {
  owner: 'everything, other owners included',
  manager: 'keys and members',
  member: 'sees everything, changes only risk signals',
}
