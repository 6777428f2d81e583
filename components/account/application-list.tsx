import { DialogForm } from '@/components/ui/dialog-form'
import { Time } from '@/components/ui/time'
import type { GrantSummary } from '@/lib/accounts/oauth/list-grants'
import type { FormAction } from '@/lib/core/action-state'

type Props = {
  grants: GrantSummary[]
  now: Date
  timeZone: string
  revoke: FormAction
  /** Of the organization whose managers look at it; without one they are a person's own. */
  organization?: string
}

/** The applications that may read an organization, each with a way to end it. */
export function ApplicationList({ grants, now, timeZone, revoke, organization }: Props) {
  return (
    <ul className="flex flex-col">
      {grants.map((grant) => (
        <li
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 text-sm leading-relaxed first:border-t-0"
          key={grant.id}
        >
          <p className="min-w-0 break-words">
            <span className="font-medium">{grant.clientName}</span>
            <span className="text-muted">
              {' '}
              · {grant.local ? `${grant.redirectHost} (local program)` : grant.redirectHost}
            </span>
            <span className="block text-muted">
              Reads {organization === undefined ? grant.organization.name : `on behalf of ${nameOf(grant.person)}`},
              connected <Time now={now} timeZone={timeZone} value={grant.createdAt} />,{' '}
              {grant.lastUsedAt ? (
                <>
                  last used <Time now={now} timeZone={timeZone} value={grant.lastUsedAt} />
                </>
              ) : (
                'never used'
              )}
            </span>
          </p>
          <div className="-mr-3.5 max-sm:-ml-3.5">
            <Revoke grant={grant} organization={organization} revoke={revoke} />
          </div>
        </li>
      ))}
    </ul>
  )
}

type RevokeProps = Pick<Props, 'revoke' | 'organization'> & { grant: GrantSummary }

function Revoke({ grant: { id, clientName, organization: read, person }, revoke, organization }: RevokeProps) {
  return (
    <DialogForm
      action={revoke}
      busy="Revoking…"
      danger
      hidden={{ grantId: id, ...(organization !== undefined && { organization }) }}
      open="Revoke"
      openLabel={`Revoke ${clientName}${organization === undefined ? '' : ` of ${nameOf(person)}`}`}
      submit="Revoke access"
      title={`Revoke access for ${clientName}?`}
    >
      <p className="text-sm leading-relaxed break-words text-muted">
        This access to {read.name} ends now: the next request with it gets 401.{' '}
        {organization === undefined ? 'You' : nameOf(person)} can connect the application again.
      </p>
    </DialogForm>
  )
}

function nameOf({ name, email }: GrantSummary['person']): string {
  return name ?? email
}
