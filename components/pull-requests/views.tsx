import { Views } from '@/components/ui/views'

type Props = { path: string; current: 'all' | 'undeployed' }

/** The two ways to look at pull requests. */
export function PullRequestViews({ path, current }: Props) {
  const views = [
    { title: 'All', href: path, isCurrent: current === 'all' },
    { title: 'Merged, not deployed', href: `${path}/undeployed`, isCurrent: current === 'undeployed' },
  ]
  return <Views label="Views" views={views} />
}
