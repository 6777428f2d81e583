import { formatCount } from '@/lib/core/format'
import { Link } from './link'

type View = { title: string; href: string; isCurrent: boolean; count?: number }

/** The ways to look at one thing, each at an address of its own. */
export function Views({ label, views }: { label: string; views: View[] }) {
  return (
    <nav aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
      {views.map(({ title, href, isCurrent, count }) => (
        <Link
          aria-current={isCurrent ? 'page' : undefined}
          className="-mb-px border-b-2 border-transparent px-1 pb-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          href={href}
          key={href}
        >
          {title}
          {count !== undefined && <span className="font-normal tabular-nums"> {formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}
