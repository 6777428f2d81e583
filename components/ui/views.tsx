import { formatCount } from '@/lib/core/format'
import { Link } from './link'

type View = { title: string; href: string; isCurrent: boolean; count?: number }

/** The ways to look at one thing, each at an address of its own. */
export function Views({ label, views }: { label: string; views: View[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {views.map(({ title, href, isCurrent, count }) => (
        <Link aria-current={isCurrent ? 'page' : undefined} href={href} key={href}>
          {title}
          {count !== undefined && <span className="font-normal tabular-nums"> {formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
