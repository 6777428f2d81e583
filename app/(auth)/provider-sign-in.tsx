import { providerButtons } from '@/lib/auth/providers'
import { env } from '@/lib/env'
import { ProviderButton } from './provider-button'

type Props = { callbackUrl: string; invitedEmail?: string }

/**
 * The other ways to sign in, under a line that says so; nothing when none is configured. Somebody new is told that their
 * account elsewhere needs the address that was invited.
 */
export function ProviderSignIn({ callbackUrl, invitedEmail }: Props) {
  const providers = providerButtons(env())
  if (providers.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
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
          This works when your address there is <span className="break-all">{invitedEmail}</span>. When it is another,
          choose a password and connect the account in your profile.
        </p>
      )}
    </div>
  )
}
