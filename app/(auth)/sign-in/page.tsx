import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { refusable } from '@/app/refusable'
import { PageHeader } from '@/components/ui/page-header'
import { lastWantedPath } from '@/lib/accounts/auth/callback-cookie'
import { currentUser } from '@/lib/accounts/auth/current-user'
import { returnPath } from '@/lib/accounts/auth/return-path'
import { signInErrorText } from '@/lib/accounts/auth/sign-in-errors'
import { isSetUp } from '@/lib/accounts/organizations/setup'
import { ProviderSignIn } from '../provider-sign-in'
import { SignInForm } from './sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }

type Props = { searchParams: Promise<{ callbackUrl?: string | string[]; error?: string | string[] }> }

export default refusable(SignInPage)

async function SignInPage({ searchParams }: Props) {
  const query = await searchParams
  const error = [query.error].flat()[0]
  // What a provider or next-auth refuses comes back without the address that the user was on their way to.
  const path = error && !query.callbackUrl ? await lastWantedPath() : returnPath(query.callbackUrl)
  // A provider sends people back here also when it was an account that they wanted to connect.
  if (await currentUser()) redirect(error ? `/profile?error=${encodeURIComponent(error)}` : path)
  if (!(await isSetUp())) redirect('/setup')
  return (
    <>
      <PageHeader title="Sign in" />
      <SignInForm callbackUrl={path} error={error === undefined ? null : signInErrorText(error)} />
      <ProviderSignIn callbackUrl={path} />
      {path.startsWith('/invite/') && (
        <p className="text-sm">
          <a className="underline underline-offset-4" href={path}>
            Back to the invitation
          </a>
        </p>
      )}
      <details className="text-sm leading-relaxed text-muted">
        <summary className="w-fit underline-offset-4 hover:text-ink hover:underline">Forgot your password?</summary>
        <div className="flex flex-col gap-2 pt-3">
          <p>Ask the operator of this server, who sets a new one in its folder with:</p>
          <code className="border-l-2 border-line py-1 pl-3 font-mono text-ink">
            npm run -s leadline -- user set-password --email <em>your address</em>
          </code>
        </div>
      </details>
    </>
  )
}
