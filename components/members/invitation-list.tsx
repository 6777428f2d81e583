import { DialogForm } from '@/components/ui/dialog-form'
import { Time } from '@/components/ui/time'
import type { InvitationSummary } from '@/lib/accounts/invitations/list'
import { mayChange } from '@/lib/accounts/members/roles'
import type { FormAction } from '@/lib/core/action-state'
import type { Role } from '@/lib/generated/prisma/enums'

type Props = {
  organization: { slug: string; timeZone: string }
  invitations: InvitationSummary[]
  viewerRole: Role
  now: Date
  revoke: FormAction
}

/** The invitations that no one has accepted yet. */
export function InvitationList({ organization, invitations, viewerRole, now, revoke }: Props) {
  return (
    <ul className="flex flex-col">
      {invitations.map(({ id, email, role, createdBy, expiresAt, expired }) => (
        <li
          className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-6 gap-y-1 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_5rem_10rem] lg:grid-cols-[minmax(0,1fr)_5rem_10rem_14rem]"
          key={id}
        >
          <p className="col-span-2 min-w-0 text-sm leading-relaxed sm:col-span-1">
            <span className="font-medium break-all">{email}</span>
            <span className="block break-words text-muted">
              Invited by {createdBy ? (createdBy.name ?? createdBy.email) : 'the operator'}
            </span>
          </p>
          <p className="text-sm">
            <span className="sr-only">Role: </span>
            <span className="capitalize">{role}</span>
          </p>
          <p className="text-sm text-muted">
            {expired ? 'Expired ' : 'Expires '}
            <Time day now={now} timeZone={organization.timeZone} value={expiresAt} />
          </p>
          <div className="col-span-2 -ml-3.5 flex sm:col-span-3 lg:col-span-1 lg:-mr-3.5 lg:ml-0 lg:justify-end">
            {mayChange(viewerRole, role, null) && (
              <Revoke action={revoke} invitation={{ id, email }} organization={organization.slug} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

type RevokeProps = { action: FormAction; organization: string; invitation: { id: number; email: string } }

/** Asks before the link of an invitation is made useless. */
function Revoke({ action, organization, invitation: { id, email } }: RevokeProps) {
  return (
    <DialogForm
      action={action}
      busy="Revoking…"
      danger
      hidden={{ organization, invitationId: id }}
      open="Revoke"
      openLabel={`Revoke the invitation of ${email}`}
      submit="Revoke invitation"
      title={`Revoke the invitation of ${email}?`}
    >
      <p className="text-sm leading-relaxed text-muted">The link they were sent stops working at once.</p>
    </DialogForm>
  )
}
