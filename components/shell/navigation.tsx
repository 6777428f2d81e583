'use client'

import type { ReactNode } from 'react'
import { Check, ChevronsUpDown, LogOut, UserRound } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Wordmark } from '@/components/ui/wordmark'
import { MainLinks, type ViewQueries } from './main-links'
import { Palette } from './palette'

type Props = SwitcherProps & { settingsPath: string; queries: ViewQueries; shortcuts: ReactNode }

/** The rail at the left of a wide screen; on a narrow one its links are a bar at the bottom. */
export function Navigation({ settingsPath, queries, shortcuts, ...switcher }: Props) {
  const { slug } = switcher.organization
  return (
    <div className="contents lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-line print:hidden!">
      <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3 sm:px-8 lg:flex-col lg:items-stretch lg:gap-5 lg:border-b-0 lg:px-5 lg:pt-7 lg:pb-5">
        <Link aria-label="Leadline, start page" className="self-start" href={`/${slug}`}>
          <Wordmark />
        </Link>
        <div className="flex min-w-0 items-center gap-2 lg:flex-col lg:items-stretch lg:gap-3">
          <Palette slug={slug} />
          <Switcher {...switcher} />
        </div>
      </header>
      <MainLinks queries={queries} settingsPath={settingsPath} slug={slug} />
      <div className="hidden px-5 py-6 lg:mt-auto lg:block">{shortcuts}</div>
    </div>
  )
}

type Choice = { slug: string; name: string }

type SwitcherProps = {
  organization: Choice
  organizations: Choice[]
  person: string
  signOut: () => Promise<void>
}

/** Which organization is open, the others one may go to, and oneself. Opens without JavaScript. */
function Switcher({ organization, organizations, person, signOut }: SwitcherProps) {
  return (
    <>
      <button
        className="flex min-w-0 items-center justify-between gap-2 rounded-sm border border-line px-3 py-1.5 text-left text-sm font-medium hover:bg-raised"
        popoverTarget="switcher"
        type="button"
      >
        <span className="truncate">{organization.name}</span>
        <ChevronsUpDown className="shrink-0 text-muted" />
        <span className="sr-only">, organization and account</span>
      </button>
      <div
        className="fixed inset-auto top-14 right-5 m-0 max-h-[70dvh] w-72 overflow-y-auto rounded-sm border border-line bg-paper py-2 text-ink shadow-float lg:top-28 lg:right-auto lg:left-5"
        id="switcher"
        popover="auto"
      >
        <nav aria-label="Organizations">
          {organizations.map(({ slug, name }) => (
            <Link
              aria-current={slug === organization.slug ? 'true' : undefined}
              className="menu-item"
              href={`/${slug}`}
              key={slug}
              prefetch={false}
            >
              <Check className={`shrink-0 text-accent ${slug === organization.slug ? '' : 'invisible'}`} />
              <span className="min-w-0 break-words">{name}</span>
            </Link>
          ))}
        </nav>
        <hr className="my-2 border-line" />
        <Link className="menu-item" href="/profile">
          <UserRound className="shrink-0 text-muted" />
          <span className="min-w-0 break-words">
            Your profile<span className="block text-xs break-all text-muted">{person}</span>
          </span>
        </Link>
        <form action={signOut}>
          <button className="menu-item" type="submit">
            <LogOut className="shrink-0 text-muted" />
            Sign out
          </button>
        </form>
      </div>
    </>
  )
}
