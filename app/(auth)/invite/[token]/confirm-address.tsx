import { CodeBlock } from '@/components/ui/code-block'
import { providerButtons } from '@/lib/accounts/auth/providers'
import { env } from '@/lib/core/env'
import { ProviderButton } from '../../provider-button'

/** How a member of another organization confirms their address, in place of the button that joins. */
export function ConfirmAddress({ email, callbackUrl }: { email: string; callbackUrl: string }) {
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
          Sign in with an account whose verified address is {email}; it is connected to yours.
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
