import type { ReactNode } from 'react'
import { refusable } from '@/app/refusable'
import { Button } from '@/components/ui/button'
import { ArrowLeft } from '@/components/ui/icons'
import { KeepFocus } from '@/components/ui/keep-focus'
import { Link } from '@/components/ui/link'
import { Wordmark } from '@/components/ui/wordmark'
import { pageUser } from '@/lib/accounts/auth/page-member'
import { listMemberships } from '@/lib/accounts/members/list-memberships'
import { signOut } from '../sign-out'

export default refusable(ProfileLayout, { alone: true })

async function ProfileLayout({ children }: { children: ReactNode }) {
  const [latest] = await listMemberships((await pageUser()).id)
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-10 px-5 pt-6 pb-16 sm:px-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <Link aria-label="Leadline, start page" href="/">
          <Wordmark />
        </Link>
        <form action={signOut} className="-mr-3.5">
          <Button look="quiet" type="submit">
            Sign out
          </Button>
        </form>
      </header>
      <main className="flex flex-col gap-10">
        {latest && (
          <Link
            className="-mb-6 flex max-w-full w-fit items-center gap-2 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
            href={`/${latest.slug}`}
          >
            <ArrowLeft className="shrink-0" />
            <span className="min-w-0 truncate">{latest.name}</span>
          </Link>
        )}
        {children}
        <KeepFocus />
      </main>
    </div>
  )
}
