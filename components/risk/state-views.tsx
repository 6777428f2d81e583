import { Views } from '@/components/ui/views'

type State = 'open' | 'acknowledged' | 'snoozed' | 'resolved'
type Props = { path: string; current: State; counts: Record<State, number> }

const titles: [State, string][] = [
  ['open', 'Open'],
  ['acknowledged', 'Acknowledged'],
  ['snoozed', 'Snoozed'],
  ['resolved', 'Resolved'],
]

/** Signals by what people made of them. */
export function StateViews({ path, current, counts }: Props) {
  const views = titles.map(([state, title]) => ({
    title,
    href: state === 'open' ? path : `${path}?state=${state}`,
    isCurrent: state === current,
    count: counts[state],
  }))
  return <Views label="States" views={views} />
}
