import { providerButtons } from '@/lib/auth/providers'
import { env } from '@/lib/env'
import { ProviderButton } from './provider-button'

/** The other ways to sign in, under a line that says so; nothing when none is configured. */
export function ProviderSignIn({ callbackUrl }: { callbackUrl: string }) {
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
    </div>
  )
}
