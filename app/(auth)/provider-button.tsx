'use client'

import { type ReactNode, useActionState } from 'react'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { signInErrorText } from '@/lib/accounts/auth/sign-in-errors'
import { startProviderSignIn } from '@/lib/accounts/auth/start-sign-in'

type Props = { provider: { id: string; name: string }; children: ReactNode; callbackUrl: string }

/** Leaves for a sign-in provider, and comes back to `callbackUrl`; says so when that does not work. */
export function ProviderButton({ provider, children, callbackUrl }: Props) {
  const [problem, leave] = useActionState(async () => {
    const answer = await startProviderSignIn(provider.id, callbackUrl)
    if ('error' in answer) return signInErrorText(answer.error)
    window.location.assign(answer.goTo)
    return new Promise<never>(() => undefined)
  }, null)
  return (
    <form action={leave} className="flex flex-col gap-3">
      {problem && <Notice kind="refused">{problem}</Notice>}
      <SubmitButton busy={`Going to ${provider.name}…`} look="secondary">
        {children}
      </SubmitButton>
    </form>
  )
}
