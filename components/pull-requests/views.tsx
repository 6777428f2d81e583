import { Link } from '@/components/ui/link'

type Props = { path: string; current: 'all' | 'undeployed' }

const look =
  '-mb-px border-b-2 border-transparent px-1 pb-2.5 text-sm font-medium text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink'

/** The two ways to look at pull requests. */
export function Views({ path, current }: Props) {
  const views = [
    { view: 'all', title: 'All', href: path },
    { view: 'undeployed', title: 'Merged, not deployed', href: `${path}/undeployed` },
  ]
  return (
    <nav aria-label="Views" className="flex gap-5 border-b border-line">
      {views.map(({ view, title, href }) => (
        <Link aria-current={view === current ? 'page' : undefined} className={look} href={href} key={view}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
