import { Views } from '@/components/ui/views'
import { queryOf } from '@/lib/core/query-filters'

type Props = { path: string; current: 'all' | 'undeployed'; team: string | undefined }

/** The two ways to look at pull requests. */
export function PullRequestViews({ path, current, team }: Props) {
  const query = queryOf(['team'], { team })
  const views = [
    { title: 'All', href: `${path}${query}`, isCurrent: current === 'all' },
    { title: 'Merged, not deployed', href: `${path}/undeployed${query}`, isCurrent: current === 'undeployed' },
  ]
  return <Views label="Views" views={views} />
}
