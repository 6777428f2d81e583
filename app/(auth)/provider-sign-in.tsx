import { providerButtons } from '@/lib/accounts/auth/providers'
import { env } from '@/lib/core/env'
import { ProviderButton } from './provider-button'

type Props = { callbackUrl: string; invitedEmail?: string }

/**
 * The other ways to sign in, under a line that says so; nothing when none is configured. An invitation adds that a new
 * account needs the invited address at the provider too.
 */
export function ProviderSignIn({ callbackUrl, invitedEmail }: Props) {
  const providers = providerButtons(env())
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-3 noscript:hidden">
      <p className="flex items-center gap-4 pb-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      {providers.map((provider) => (
        <ProviderButton callbackUrl={callbackUrl} key={provider.id} provider={provider}>
          {`Continue with ${provider.name}`}
        </ProviderButton>
      ))}
      {invitedEmail && (
        <p className="text-sm leading-relaxed text-muted">
          A new account needs the address <span className="break-all">{invitedEmail}</span> there. With another address,
          use a password and connect the account in your profile.
        </p>
      )}
    </div>
  )
}
