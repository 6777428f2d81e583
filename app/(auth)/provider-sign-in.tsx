'use client'

import { type Provider, ProviderButtons } from '@/components/account/provider-buttons'
import { signInErrorText } from '@/lib/auth/sign-in-errors'
import { startProviderSignIn } from '@/lib/auth/start-sign-in'

/** The other ways to sign in, under a line that says so; nothing when there are none. */
export function ProviderSignIn({ providers, callbackUrl }: { providers: Provider[]; callbackUrl: string }) {
  if (providers.length === 0) return null
  const start = async (provider: string) => {
    const answer = await startProviderSignIn(provider, callbackUrl)
    if ('error' in answer) return signInErrorText(answer.error)
    window.location.assign(answer.goTo)
    return new Promise<never>(() => undefined)
  }
  return (
    <div className="flex flex-col gap-6">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        or
      </p>
      <ProviderButtons providers={providers} start={start} />
    </div>
  )
}
