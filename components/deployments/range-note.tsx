import Link from 'next/link'
import type { DeployedRange } from '@/lib/deployments/load-range'
import { plural } from '@/lib/format'

type Props = {
  range: DeployedRange
  deployment: { resolvedSha: string | null; previousCommitSha: string | null }
  organization: string
}

/** Which commits count as shipped: from where, and who says so. Nothing where the commit itself is not known. */
export function RangeNote({ range: { base, commitCount }, deployment, organization }: Props) {
  const { resolvedSha, previousCommitSha } = deployment
  if (resolvedSha === null) return null
  if (base === null) {
    return (
      <p className={look}>
        Only {sha(resolvedSha)} itself counts:{' '}
        {previousCommitSha === null ? (
          'nothing tells what was live before'
        ) : (
          <>the previousCommitSha that was sent, {sha(previousCommitSha)}, is not known in this repository</>
        )}
        .
      </p>
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

const look = 'max-w-2xl text-sm leading-relaxed text-muted'

function sha(text: string) {
  return (
    <code className="font-mono text-[0.8125rem] text-ink" title={text}>
      {text.slice(0, 10)}
    </code>
  )
}
