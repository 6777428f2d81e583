import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import type { DeployedRange } from '@/lib/deployments/load-range'
import { usableSha } from '@/lib/deployments/schema'

type Props = {
  range: DeployedRange
  deployment: { resolvedSha: string | null; previousCommitSha: string | null; settled: boolean }
  organization: string
}

/** Which commits count as shipped: from where, and who says so. Nothing where that is not certain. */
export function RangeNote({ range: { base, commitCount }, deployment, organization }: Props) {
  const { resolvedSha } = deployment
  if (resolvedSha === null) return null
  if (base === null) {
    const why = whyAlone(deployment, resolvedSha, commitCount)
    return (
      why && (
        <p className={look}>
          Only {sha(resolvedSha)} itself counts: {why}.
        </p>
      )
    )
  }
  const counted = commitCount === null ? 'Everything' : plural(commitCount, 'commit')
  return (
    <p className={look}>
      {counted} since{' '}
      {base.deployment ? (
        <>
          <Link
            className="font-medium break-all text-ink underline underline-offset-4"
            href={`/${organization}/deployments/${base.deployment.id}`}
          >
            {base.deployment.deploymentId}
          </Link>
          , the success of the service before this one (inferred)
        </>
      ) : (
        'the previousCommitSha that the pipeline sent'
      )}
      : {sha(base.sha)} to {sha(resolvedSha)}.
    </p>
  )
}

function whyAlone(
  { previousCommitSha, settled }: Props['deployment'],
  resolvedSha: string,
  commitCount: number | null,
) {
  const previous = usableSha(previousCommitSha)
  if (previous === null) return commitCount === null ? null : 'what was live before is unknown'
  if (settled || resolvedSha.startsWith(previous)) return null
  return <>the previousCommitSha that was sent, {sha(previous)}, is not known in this repository</>
}

const look = 'max-w-2xl text-sm leading-relaxed text-muted'

function sha(text: string) {
  return (
    <code className="font-mono text-[0.8125rem] text-ink" title={text}>
      {text.slice(0, 10)}
    </code>
  )
}
