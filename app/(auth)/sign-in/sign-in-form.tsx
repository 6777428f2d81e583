'use client'

import { useActionState } from 'react'
import { PasswordField } from '@/components/account/password-field'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { SubmitButton } from '@/components/ui/submit-button'
import { signInErrorText } from '@/lib/accounts/auth/sign-in-errors'
import { startPasswordSignIn } from '@/lib/accounts/auth/start-sign-in'

type Attempt = { email: string; error: string | null }

/** E-mail address and password; `error` is why the sign-in before this page failed. */
export function SignInForm({ callbackUrl, error }: { callbackUrl: string; error: string | null }) {
  const [{ email, error: problem }, send] = useActionState<Attempt, FormData>(signIn, { email: '', error })

  async function signIn(_: Attempt, form: FormData): Promise<Attempt> {
    const [typed, password] = [String(form.get('email')), String(form.get('password'))]
    const answer = await startPasswordSignIn(typed, password, callbackUrl)
    if ('error' in answer) return { email: typed, error: signInErrorText(answer.error) }
    window.location.assign(callbackUrl)
    return new Promise<never>(() => undefined)
  }

  return (
    <form action={send} className="flex flex-col gap-5">
      <div className="hidden noscript:block">
        <Notice kind="refused">Signing in needs JavaScript. Turn it on, and load this page again.</Notice>
      </div>
      {problem && <Notice kind="refused">{problem}</Notice>}
      <TextField
        autoComplete="username"
        defaultValue={email}
        id="email"
        key={email}
        label="E-mail address"
        name="email"
        required
        type="email"
      />
      <PasswordField autoComplete="current-password" id="password" label="Password" name="password" required />
      <div className="flex">
        <SubmitButton busy="Signing in…">Sign in</SubmitButton>
      </div>
    </form>
  )
}
