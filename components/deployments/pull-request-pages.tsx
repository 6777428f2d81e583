import { ArrowLeft, ArrowRight } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button'
import { formatCount, plural } from '@/lib/core/format'

type Props = { page: number; size: number; total: number }

/** Which of many pull requests are listed, and the way to the others. Renders nothing where these are all. */
export function PullRequestPages({ page, size, total }: Props) {
  if (total <= size) return null
  const last = Math.min(page * size, total)
  return (
    <nav aria-label="Pages of pull requests" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="text-sm text-muted tabular-nums">
        {formatCount((page - 1) * size + 1)} to {formatCount(last)} of {plural(total, 'pull request')}, the slowest
        first.
      </p>
      <div className="flex gap-2">
        {page > 1 && (
          <ButtonLink href={`?page=${page - 1}#shipped`} prefetch={false}>
            <ArrowLeft aria-hidden="true" className="size-4" /> Slower
          </ButtonLink>
        )}
        {last < total && (
          <ButtonLink href={`?page=${page + 1}#shipped`} prefetch={false}>
            Faster <ArrowRight aria-hidden="true" className="size-4" />
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}
