import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { disconnect } from '@/app/(app)/profile/actions'
import { ProviderButton } from '@/app/(auth)/provider-button'
import { refusable } from '@/app/refusable'
import { ButtonLink } from '@/components/ui/button'
import { ButtonForm } from '@/components/ui/button-form'
import { CodeBlock } from '@/components/ui/code-block'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { type CurrentUser, currentUser } from '@/lib/accounts/auth/current-user'
import { providerButtons } from '@/lib/accounts/auth/providers'
import { findInvitation, findJoined, type OpenInvitation } from '@/lib/accounts/invitations/find-by-token'
import { mustConfirm } from '@/lib/accounts/invitations/must-confirm'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { listSessions } from '@/lib/accounts/sessions/list'
import { listWaysToSignIn, type WaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { env } from '@/lib/core/env'
import { formatDate, plural } from '@/lib/core/format'
import { ProviderSignIn } from '../../provider-sign-in'
import { JoinForm } from './join-form'
import { RegisterForm } from './register-form'

export const metadata: Metadata = { title: 'Invitation' }

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
  const [ways, sessions] = await Promise.all([listWaysToSignIn(user.id), listSessions(user.id)])
  const unconfirmed = await mustConfirm(user.id, invitation.organizationId)
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

/** How a member of another organization confirms their address, in place of the button that joins. */
function ConfirmAddress({ email, callbackUrl }: { email: string; callbackUrl: string }) {
  const providers = providerButtons(env())
  return (
    <section aria-labelledby="confirm" className="flex flex-col gap-4 text-sm leading-relaxed wrap-anywhere">
      <h2 className="text-lg leading-7 font-semibold tracking-tight" id="confirm">
        Confirm your address first
      </h2>
      <p>
        Another organization let this account in, and the address {email} is not confirmed yet. Confirm it in one of
        these ways:
      </p>
      {providers.length > 0 && (
        <p className="text-muted">
          Sign in with an account whose verified address is {email}; it is connected to yours and becomes the only way
          in. The password, other connected accounts, sessions and applications end. You may set a password in your
          profile.
        </p>
      )}
      {providers.map((provider) => (
        <ProviderButton callbackUrl={callbackUrl} key={provider.id} provider={provider}>
          {`Confirm with ${provider.name}`}
        </ProviderButton>
      ))}
      <p className="text-muted">Or ask the operator of this server. They run, in its folder:</p>
      <CodeBlock label="Confirms the address">{`npm run -s leadline -- user confirm --email ${email}`}</CodeBlock>
    </section>
  )
}

type Props = { ways: WaysToSignIn; sessions: number }

/** Every way into the account that is about to join, so that someone else's cannot come along. */
function WaysIn({ ways: { password, accounts }, sessions }: Props) {
  const names = new Map(providerButtons(env()).map(({ id, name }) => [id, name]))
  return (
    <section aria-labelledby="ways-in" className="flex flex-col gap-2 text-sm leading-relaxed">
      <h2 className="font-medium" id="ways-in">
        Ways into your account
      </h2>
      <p className="text-muted">Each of them leads into this organization too. Remove what is not yours first.</p>
      <ul className="flex flex-col">
        {password && (
          <Way name="Password" since={password.setAt && `set on ${formatDate(password.setAt, 'UTC')}`}>
            <InProfile section="password">Change it</InProfile>
          </Way>
        )}
        {accounts.map(({ provider, connectedAt }) => (
          <Way
            key={provider}
            name={names.get(provider) ?? provider}
            since={`connected on ${formatDate(connectedAt, 'UTC')}`}
          >
            <ButtonForm action={disconnect} busy="Disconnecting…" hidden={{ provider }}>
              Disconnect
            </ButtonForm>
          </Way>
        ))}
        <Way name={plural(sessions, 'open session')} since={null}>
          <InProfile section="sessions">Show</InProfile>
        </Way>
      </ul>
    </section>
  )
}

function Way({ name, since, children }: { name: string; since: string | null; children: React.ReactNode }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-2">
      <p>
        {name}
        {since && <span className="text-muted">, {since}</span>}
      </p>
      {children}
    </li>
  )
}

function InProfile({ section, children }: { section: string; children: string }) {
  return (
    <Link className="underline underline-offset-4" href={`/profile#${section}`}>
      {children} in your profile
    </Link>
  )
}
