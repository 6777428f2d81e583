import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import { endInWords } from '@/lib/deployments/base-in-words'
import type { ShownBase } from '@/lib/deployments/load-base'
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
          <Named deployment={base.deployment} organization={organization} />, the last success before this one
          {base.insteadOf === null && ' (inferred)'}
        </>
      ) : (
        base.insteadOf === null && 'the previousCommitSha that the pipeline sent'
      )}
      {(base.deployment || base.insteadOf === null) && ': '}
      {sha(base.sha)} to {sha(resolvedSha)}.
      {base.insteadOf && <InsteadOf base={base} deployment={base.insteadOf} organization={organization} />}
    </p>
  )
}

type Named = { id: number; deploymentId: string }

function Named({ deployment: { id, deploymentId }, organization }: { deployment: Named; organization: string }) {
  return (
    <Link
      className="font-medium break-all text-ink underline underline-offset-4"
      href={`/${organization}/deployments/${id}`}
    >
      {deploymentId}
    </Link>
  )
}

type InsteadOfProps = { base: ShownBase; deployment: NonNullable<ShownBase['insteadOf']>; organization: string }

function InsteadOf({ base, deployment, organization }: InsteadOfProps) {
  return (
    <>
      {' '}
      The previousCommitSha that the pipeline sent is the commit of{' '}
      <Named deployment={deployment} organization={organization} />, which {endInWords(deployment.status)}
      {base.deployment === null && ', and nothing had succeeded before'}.
    </>
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
