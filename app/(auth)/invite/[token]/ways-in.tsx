import { disconnect } from '@/app/(app)/profile/actions'
import { ButtonForm } from '@/components/ui/button-form'
import { Link } from '@/components/ui/link'
import { providerButtons } from '@/lib/accounts/auth/providers'
import type { WaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { env } from '@/lib/core/env'
import { formatDate, plural } from '@/lib/core/format'

type Props = { ways: WaysToSignIn; sessions: number }

/** Every way into the account that is about to join, so that someone else's cannot come along. */
export function WaysIn({ ways: { password, accounts }, sessions }: Props) {
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
