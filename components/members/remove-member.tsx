'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'

type Props = {
  action: FormAction
  organization: { slug: string; name: string }
  member: { userId: number; name: string }
  /** Whether it is oneself who goes. */
  leaving: boolean
}

/** Asks before somebody is removed from an organization, or leaves it. */
export function RemoveMember({ action, organization, member, leaving }: Props) {
  const { form, state, send } = useClosingForm(action)
  const verb = leaving ? 'Leave' : 'Remove'
  return (
    <Dialog
      open={verb}
      openLabel={leaving ? `Leave ${organization.name}` : `Remove ${member.name}`}
      openLook="quiet"
      title={leaving ? `Leave ${organization.name}?` : `Remove ${member.name} from ${organization.name}?`}
    >
      <form action={send} className="flex flex-col gap-5" ref={form}>
        <FormMessage state={state} />
        <input name="organization" type="hidden" value={organization.slug} />
        <input name="userId" type="hidden" value={member.userId} />
        <p className="text-sm leading-relaxed break-words text-muted">
          {leaving ? 'You see' : 'They see'} nothing of {organization.name} from the next request on. API keys that{' '}
          {leaving ? 'you' : 'they'} generated keep working, open invitations do not. Coming back takes a new
          invitation.
        </p>
        <div className="flex">
          <SubmitButton busy={leaving ? 'Leaving…' : 'Removing…'} look="danger">
            <span className="truncate">{leaving ? `Leave ${organization.name}` : `Remove ${member.name}`}</span>
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
