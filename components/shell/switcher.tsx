import { Check, ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { Link } from '@/components/ui/link'

type Choice = { slug: string; name: string }

export type SwitcherProps = {
  organization: Choice
  organizations: Choice[]
  person: string
  signOut: () => Promise<void>
}

const item =
  'flex w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-raised focus-visible:-outline-offset-2'

/** Which organization is open, the others one may go to, and oneself. Opens without JavaScript. */
export function Switcher({ organization, organizations, person, signOut }: SwitcherProps) {
  return (
    <>
      <button
        className="flex min-w-0 items-center justify-between gap-2 rounded-sm border border-line px-3 py-1.5 text-left text-sm font-medium hover:bg-raised"
        popoverTarget="switcher"
        type="button"
      >
        <span className="truncate">{organization.name}</span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted" />
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
              className={item}
              href={`/${slug}`}
              key={slug}
              prefetch={false}
            >
              <Check
                aria-hidden="true"
                className={`size-4 shrink-0 text-accent ${slug === organization.slug ? '' : 'invisible'}`}
              />
              <span className="min-w-0 break-words">{name}</span>
            </Link>
          ))}
        </nav>
        <hr className="my-2 border-line" />
        <Link className={item} href="/profile">
          <UserRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 break-words">
            Your profile<span className="block text-xs break-all text-muted">{person}</span>
          </span>
        </Link>
        <form action={signOut}>
          <button className={item} type="submit">
            <LogOut aria-hidden="true" className="size-4 shrink-0 text-muted" />
            Sign out
          </button>
        </form>
      </div>
    </>
  )
}
