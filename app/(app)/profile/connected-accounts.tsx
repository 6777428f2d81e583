import { ProviderButton } from '@/app/(auth)/provider-button'
import { ButtonForm } from '@/components/ui/button-form'
import { Section } from '@/components/ui/section'
import type { WaysToSignIn } from '@/lib/accounts/users/list-ways-to-sign-in'
import { formatDate } from '@/lib/core/format'
import { disconnect } from './actions'

type Props = { providers: { id: string; name: string }[]; accounts: WaysToSignIn['accounts'] }

/** The sign-in providers, each with a way to connect or disconnect one's account there. */
export function ConnectedAccounts({ providers, accounts }: Props) {
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
                  Disconnect
                </ButtonForm>
              ) : (
                <ProviderButton callbackUrl="/profile" provider={{ id, name: names.get(id) ?? id }}>
                  Connect
                </ProviderButton>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
