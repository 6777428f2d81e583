import { NoPullRequests } from '@/components/deployments/no-pull-requests'
import { Notice } from '@/components/ui/notice'
import { cell, head, table } from '@/components/ui/table'
import { formatCount, formatDuration, formatExact } from '@/lib/core/format'
import type { DryRun } from '@/lib/deployments/dry-run'
import { adviceOn, methodInWords } from '@/lib/deployments/linking/advice'

type Accepted = Extract<DryRun, { accepted: true }>

type Context = { organization: string; timeZone: string }

/** What the webhook would answer, store and link. */
export function PayloadResult({ result, ...context }: Context & { result: DryRun }) {
  if (!result.accepted) {
    return (
      <Notice kind="refused">
        <p className="font-medium">The webhook would answer {result.statusCode} and store nothing.</p>
        <p>{result.error}</p>
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <Notice kind="done">
        <p className="font-medium">
          {result.action === 'created'
            ? 'The webhook would answer 201: a new deployment.'
            : 'The webhook would answer 200: the deployment is known and would be updated.'}
        </p>
        <p>Nothing was stored.</p>
      </Notice>
      {result.linkedPRs > 0 && <PullRequests {...result} />}
      {result.reason !== null && (
        <div className="flex flex-col gap-3 text-sm">
          <h3 className="font-medium">
            {result.linkedPRs > 0 ? 'Not all pull requests would be linked' : 'No pull request would be linked'}
          </h3>
          <NoPullRequests {...adviceOn(result.reason, subjectOf(result, context))} />
        </div>
      )}
      <Fields record={result.record} timeZone={context.timeZone} />
    </div>
  )
}

function subjectOf({ record, repositoryToImport }: Accepted, { organization }: Context) {
  return { ...record, organization, repositoryToImport }
}

function PullRequests({ linkedPRs, pullRequests }: Pick<Accepted, 'linkedPRs' | 'pullRequests'>) {
  const first = linkedPRs > pullRequests.length ? `: the first ${pullRequests.length} of ${formatCount(linkedPRs)}` : ''
  return (
    <table className={table}>
      <caption className="pb-3 text-left text-sm font-medium">Pull requests it would link{first}</caption>
      <thead>
        <tr>
          <th className={head} scope="col">
            Pull request
          </th>
          <th className={head} scope="col">
            Why
          </th>
          <th className={`${head} text-right`} scope="col">
            Lead time
          </th>
        </tr>
      </thead>
      <tbody>
        {pullRequests.map(({ repository, number, title, method, leadTimeSeconds }) => (
          <tr key={`${repository}#${number}`}>
            <td className={`${cell} break-words`}>
              <span className="text-muted">#{number}</span> {title}
            </td>
            <td className={`${cell} text-muted first-letter:uppercase`}>{methodInWords(method)}</td>
            <td className={`${cell} text-right whitespace-nowrap`}>{formatDuration(leadTimeSeconds)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const mono = new Set(['deploymentId', 'commitSha', 'previousCommitSha', 'resolved commit', 'metadata', 'rawPayload'])

function Fields({ record, timeZone }: { record: Accepted['record']; timeZone: string }) {
  const { startedAt, completedAt, production, metadata, rawPayload, resolvedSha, ...texts } = record
  const rows: [string, string | null][] = [
    ...Object.entries(texts),
    ['startedAt', formatExact(startedAt, timeZone)],
    ['completedAt', completedAt && formatExact(completedAt, timeZone)],
    ['counts as production', production ? 'yes' : 'no'],
    ['resolved commit', resolvedSha === record.commitSha ? null : resolvedSha],
    ['metadata', metadata && JSON.stringify(metadata)],
    ['rawPayload', rawPayload && JSON.stringify(rawPayload)],
  ]
  return (
    <div className="flex flex-col gap-3 text-sm">
      <h3 className="font-medium">What would be stored</h3>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div className="contents" key={name}>
                <dt className="text-muted">{name}</dt>
                <dd className={mono.has(name) ? 'font-mono text-[0.8125rem] break-all' : 'break-words'}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  )
}
