import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { type CurrentUser, currentUser } from '@/lib/accounts/auth/current-user'
import { findInvitation, findJoined, type OpenInvitation } from '@/lib/accounts/invitations/find-by-token'
import { mustConfirm } from '@/lib/accounts/invitations/must-confirm'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { listSessions } from '@/lib/accounts/sessions/list'
import { listWaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { ProviderSignIn } from '../../provider-sign-in'
import { ConfirmAddress } from './confirm-address'
import { JoinForm } from './join-form'
import { RegisterForm } from './register-form'
import { WaysIn } from './ways-in'

export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' }

export default refusable(InvitationPage)

async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const user = await currentUser()
  const invitation = await findInvitation(token)
  if (!invitation) {
    const slug = user && (await findJoined(token, user.id))
    if (slug) redirect(`/${slug}`)
    notFound()
  }
  const memberships = user ? await listMemberships(user.id) : []
  const isMember = memberships.some(({ organizationId }) => organizationId === invitation.organizationId)
  return (
    <>
      <PageHeader lead={leadOf(invitation)} title={`Join ${invitation.organizationName}`} />
      {isMember && <AlreadyMember invitation={invitation} />}
      {user && !isMember && (await joining(invitation, token, user))}
      {!user && <SignedOut invitation={invitation} token={token} />}
    </>
  )
}

function leadOf({ invitedBy, email, role }: OpenInvitation): string {
  return `${invitedBy ?? 'The operator of this server'} invites ${email} as ${role === 'owner' ? 'an' : 'a'} ${role}.`
}

async function joining(invitation: OpenInvitation, token: string, user: CurrentUser) {
  const [ways, sessions, unconfirmed] = await Promise.all([
    listWaysToSignIn(user.id),
    listSessions(user.id),
    mustConfirm(user.id, invitation.organizationId),
  ])
  return (
    <>
      <WaysIn sessions={sessions.length} ways={ways} />
      {unconfirmed ? (
        <ConfirmAddress callbackUrl={`/invite/${token}`} email={user.email} />
      ) : (
        <JoinForm invitation={invitation} token={token} user={user} />
      )}
    </>
  )
}

function AlreadyMember({ invitation: { organizationName, organizationSlug } }: { invitation: OpenInvitation }) {
  return (
    <div className="flex flex-col items-start gap-5 text-sm leading-relaxed wrap-anywhere">
      <p>You are a member of {organizationName} already. The invitation stays open for someone else.</p>
      <ButtonLink href={`/${organizationSlug}`} look="primary">
        <span className="truncate">Go to {organizationName}</span>
      </ButtonLink>
    </div>
  )
}

/** The same whether the address has an account or not: the link alone does not tell. */
function SignedOut({ invitation, token }: { invitation: OpenInvitation; token: string }) {
  const path = `/invite/${token}`
  const signInPath = `/sign-in?callbackUrl=${encodeURIComponent(path)}`
  return (
    <>
      <RegisterForm email={invitation.email} organizationName={invitation.organizationName} token={token} />
      <ProviderSignIn callbackUrl={path} invitedEmail={invitation.email} />
      <p className="text-sm text-muted">
        Do you have an account under another address?{' '}
        <a className="text-ink underline underline-offset-4" href={signInPath}>
          Sign in with it
        </a>
      </p>
    </>
  )
}
