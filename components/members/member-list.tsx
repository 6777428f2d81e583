import { Time } from '@/components/ui/time'
import type { MemberSummary } from '@/lib/accounts/members/list'
import { mayChange, roles } from '@/lib/accounts/members/roles'
import type { FormAction } from '@/lib/core/action-state'
import type { Role } from '@/lib/generated/prisma/enums'
import { ChangeRole } from './change-role'
import { RemoveMember } from './remove-member'

type Props = {
  organization: { slug: string; name: string; timeZone: string }
  members: MemberSummary[]
  /** How many owners the organization has, on this page or another. */
  owners: number
  viewer: { userId: number; role: Role }
  now: Date
  changeRole: FormAction
  remove: FormAction
}

/** Members of an organization, with what the viewer may change about each. */
export function MemberList({ members, owners, ...props }: Props) {
  return (
    <ul className="flex flex-col">
      {members.map((member) => (
        <Row {...props} key={member.userId} lastOwner={member.role === 'owner' && owners === 1} member={member} />
      ))}
    </ul>
  )
}

type RowProps = Omit<Props, 'members' | 'owners'> & { member: MemberSummary; lastOwner: boolean }

function Row({ organization, member, viewer, lastOwner, now, changeRole, remove }: RowProps) {
  const { userId, email, role, lastSeenAt } = member
  const name = member.name ?? email
  const self = userId === viewer.userId
  const choices = roles.filter((choice) => mayChange(viewer.role, role, choice)).reverse()
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 first:pt-0 sm:grid-cols-[minmax(0,1fr)_5rem_10rem] lg:grid-cols-[minmax(0,1fr)_5rem_10rem_14rem]">
      <p className="col-span-2 min-w-0 text-sm leading-relaxed sm:col-span-1">
        <span className="font-medium break-words">{name}</span>
        {self && <span className="text-muted"> (you)</span>}
        {member.name && <span className="block break-all text-muted">{email}</span>}
      </p>
      <p className="text-sm">
        <span className="sr-only">Role: </span>
        <span className="capitalize">{role}</span>
      </p>
      <p className="text-sm text-muted">
        {lastSeenAt ? (
          <>
            Seen <Time now={now} timeZone={organization.timeZone} value={lastSeenAt} />
          </>
        ) : (
          'Not seen yet'
        )}
      </p>
      <div className="col-span-2 -ml-3.5 flex flex-wrap gap-1 sm:col-span-3 lg:col-span-1 lg:-mr-3.5 lg:ml-0 lg:justify-end">
        {lastOwner && viewer.role === 'owner' && <p className="px-3.5 py-2 text-sm text-muted">The last owner stays</p>}
        {!lastOwner && choices.length > 0 && (
          <ChangeRole
            action={changeRole}
            choices={choices}
            member={{ userId, name, role }}
            organization={organization.slug}
          />
        )}
        {!lastOwner && (self || mayChange(viewer.role, role, null)) && (
          <RemoveMember action={remove} leaving={self} member={{ userId, name }} organization={organization} />
        )}
      </div>
    </li>
  )
}
