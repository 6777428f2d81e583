import type { Metadata } from 'next'
import { ProviderButton } from '@/app/(auth)/provider-button'
import { refusable } from '@/app/refusable'
import { ApplicationList } from '@/components/account/application-list'
import { NameForm } from '@/components/account/name-form'
import { PasswordForm } from '@/components/account/password-form'
import { SessionList } from '@/components/account/session-list'
import { ThemeChoice } from '@/components/account/theme-choice'
import { RemoveMember } from '@/components/members/remove-member'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Section } from '@/components/ui/section'
import { requireSession } from '@/lib/accounts/auth/current-user'
import { pageUser } from '@/lib/accounts/auth/page-member'
import { providerButtons } from '@/lib/accounts/auth/providers'
import { signInErrorText } from '@/lib/accounts/auth/sign-in-errors'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { viewQuery, viewText } from '@/lib/accounts/members/view'
import { listOwnGrants } from '@/lib/accounts/oauth/list-grants'
import { listSessions } from '@/lib/accounts/sessions/list'
import { listWaysToSignIn, type WaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { env } from '@/lib/core/env'
import { formatDate } from '@/lib/core/format'
import { readTheme } from '@/lib/web/theme'
import { saveMyView } from '../[org]/insights/actions'
import {
  chooseTheme,
  disconnect,
  endOne,
  leave,
  rename,
  revokeApplication,
  setNewPassword,
  signOutElsewhere,
} from './actions'

export const metadata: Metadata = { title: 'Your profile' }

const notConfirmed =
  'The address is not confirmed: before you join a second organization, connect an account that has it, which becomes the only way in, or ask the operator of this server.'

const setOn = ({ setAt }: { setAt: Date | null }) => (setAt ? `Set on ${formatDate(setAt, 'UTC')}.` : '')

const themeNames = [
  { name: 'system', label: 'As the system' },
  { name: 'light', label: 'Light' },
  { name: 'dark', label: 'Dark' },
] as const

type Props = { searchParams: Promise<{ error?: string | string[] }> }

export default refusable(ProfilePage)

async function ProfilePage({ searchParams }: Props) {
  const user = await pageUser()
  const { sessionId } = await requireSession()
  const [{ password, accounts, emailConfirmedAt }, memberships] = await Promise.all([
    listWaysToSignIn(user.id),
    listMemberships(user.id),
  ])
  const [sessions, grants] = await Promise.all([listSessions(user.id), listOwnGrants(user.id)])
  const now = new Date()
  const error = [(await searchParams).error].flat()[0]
  const providers = providerButtons(env())
  return (
    <>
      <PageHeader
        lead={`You sign in as ${user.email}. ${emailConfirmedAt ? 'The address is confirmed.' : notConfirmed}`}
        title="Your profile"
      />
      {error && <Notice kind="refused">{signInErrorText(error)}</Notice>}
      {memberships.length === 0 && (
        <EmptyState title="You belong to no organization">
          <p>Ask an owner or a manager for an invitation and open its link while you are signed in here.</p>
        </EmptyState>
      )}
      {memberships.length > 0 && (
        <Section id="organizations" title="Organizations">
          <ul className="flex flex-col">
            {memberships.map(({ slug, name, role, view }) => (
              <li
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2 text-sm first:border-t-0 first:pt-0 last:pb-0"
                key={slug}
              >
                <p className="min-w-0">
                  <Link className="font-medium break-words underline-offset-4 hover:underline" href={`/${slug}`}>
                    {name}
                  </Link>
                  <span className="text-muted"> · {role}</span>
                </p>
                <div className="-mr-3.5 flex flex-wrap items-center gap-x-2">
                  {viewText(view) !== '' && (
                    <>
                      <Link className="underline-offset-4 hover:underline" href={`/${slug}/insights${viewQuery(view)}`}>
                        My view: {viewText(view)}
                      </Link>
                      <ButtonForm
                        action={saveMyView}
                        busy="Removing…"
                        hidden={{ organization: slug, team: '', environment: '' }}
                        look="quiet"
                      >
                        Remove my view
                      </ButtonForm>
                    </>
                  )}
                  <RemoveMember
                    action={leave}
                    leaving
                    member={{ userId: user.id, name: user.email }}
                    organization={{ slug, name }}
                  />
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section id="name-and-address" lead="What other people in your organizations read." title="Name">
        <NameForm action={rename} name={user.name ?? ''} />
      </Section>
      <Section
        id="password"
        lead={
          password
            ? `${setOn(password)} A new one signs you out everywhere else.`
            : 'You have none: you sign in through a connected account. Setting one adds another way.'
        }
        title="Password"
      >
        <PasswordForm
          accounts={accounts.length}
          action={setNewPassword}
          email={user.email}
          hasPassword={password !== null}
        />
      </Section>
      <Section id="appearance" lead="Kept in this browser." title="Colours">
        <ThemeChoice action={chooseTheme} current={await readTheme()} themes={themeNames} />
      </Section>
      {providers.length + accounts.length > 0 && <ConnectedAccounts accounts={accounts} providers={providers} />}
      <Section
        id="sessions"
        lead="Browsers in which you are signed in. A session lasts 30 days; when a device is lost, or you do not recognize one, end it."
        title="Sessions"
      >
        <SessionList currentId={sessionId} end={endOne} now={now} sessions={sessions} />
        <ButtonForm action={signOutElsewhere} busy="Signing out…" done="You are signed out everywhere else.">
          Sign out everywhere else
        </ButtonForm>
      </Section>
      {grants.length > 0 && (
        <Section
          id="applications"
          lead="They may read your organizations for you. A new password ends that for all of them; signing out does not."
          title="Applications"
        >
          <ApplicationList grants={grants} now={now} revoke={revokeApplication} timeZone="UTC" />
        </Section>
      )}
    </>
  )
}

type ConnectedAccountsProps = { providers: { id: string; name: string }[]; accounts: WaysToSignIn['accounts'] }

/** The sign-in providers, each with a way to connect or disconnect one's account there. */
function ConnectedAccounts({ providers, accounts }: ConnectedAccountsProps) {
  const names = new Map(providers.map(({ id, name }) => [id, name]))
  const ids = [...new Set([...names.keys(), ...accounts.map(({ provider }) => provider)])]
  return (
    <Section
      id="accounts"
      lead="Sign in with an account that you have elsewhere, in addition to the password or instead of it."
      title="Connected accounts"
    >
      <ul className="flex flex-col">
        {ids.map((id) => {
          const account = accounts.find(({ provider }) => provider === id)
          return (
            <li
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 text-sm first:border-t-0"
              key={id}
            >
              <p>
                <span className="font-medium">{names.get(id) ?? id}</span>
                <span className="block text-muted">
                  {account ? `Connected on ${formatDate(account.connectedAt, 'UTC')}` : 'Not connected'}
                </span>
              </p>
              {account ? (
                <ButtonForm action={disconnect} busy="Disconnecting…" hidden={{ provider: id }}>
                  Disconnect<span className="sr-only"> {names.get(id) ?? id}</span>
                </ButtonForm>
              ) : (
                <ProviderButton callbackUrl="/profile" provider={{ id, name: names.get(id) ?? id }}>
                  Connect<span className="sr-only"> {names.get(id) ?? id}</span>
                </ProviderButton>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
