import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'

type State = 'open' | 'acknowledged' | 'snoozed' | 'resolved'
type Props = { path: string; current: State; counts: Record<State, number> }

const look =
  '-mb-px border-b-2 border-transparent px-1 pb-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink'

const titles: [State, string][] = [
  ['open', 'Open'],
  ['acknowledged', 'Acknowledged'],
  ['snoozed', 'Snoozed'],
  ['resolved', 'Resolved'],
]

/** Signals by what people made of them. */
export function StateViews({ path, current, counts }: Props) {
  return (
    <nav aria-label="States" className="flex gap-5 overflow-x-auto border-b border-line">
      {titles.map(([state, title]) => (
        <Link
          aria-current={state === current ? 'page' : undefined}
          className={look}
          href={state === 'open' ? path : `${path}?state=${state}`}
          key={state}
        >
          {title} <span className="font-normal tabular-nums">{formatCount(counts[state])}</span>
        </Link>
      ))}
    </nav>
  )
}
