'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import type { FormAction } from '@/lib/core/action-state'

type Props = {
  action: FormAction
  organization: { slug: string; name: string }
  member: { userId: number; name: string }
  /** Whether it is oneself who goes. */
  leaving: boolean
}

/** Asks for confirmation before a member is removed from an organization, or leaves it. */
export function RemoveMember({ action, organization, member, leaving }: Props) {
  const submit = leaving ? `Leave ${organization.name}` : `Remove ${member.name}`
  return (
    <DialogForm
      action={action}
      busy={leaving ? 'Leaving…' : 'Removing…'}
      danger
      hidden={{ organization: organization.slug, userId: member.userId }}
      open={leaving ? 'Leave' : 'Remove'}
      openLabel={submit}
      submit={submit}
      title={leaving ? `Leave ${organization.name}?` : `Remove ${member.name} from ${organization.name}?`}
    >
      <p className="text-sm leading-relaxed break-words text-muted">
        {leaving ? 'You see' : 'They see'} nothing of {organization.name} from the next request on. API keys that{' '}
        {leaving ? 'you' : 'they'} generated keep working, open invitations do not. Coming back takes a new invitation.
      </p>
    </DialogForm>
  )
}
