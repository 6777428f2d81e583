import type { ReactNode } from 'react'
import type { Fact } from '@/components/ui/facts'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { formatDuration, isRecent } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'
import { whyNoRepository } from '@/lib/deployments/linking/advice'
import type { SentFields } from '@/lib/deployments/load-sent'
import { progressOf } from '@/lib/deployments/status'

/** Everything that is known of a deployment besides its status, with what was sent where it was corrected. */
export function factsOf(deployment: DeploymentRecord, sent: SentFields, timeZone: string, now: Date): Fact[] {
  const { startedAt, completedAt, durationSeconds, commit, reason } = deployment
  const time = (value: Date) => (
    <>
      <Time exact now={now} timeZone={timeZone} value={value} />
      {isRecent(value, now) && (
        <span className="text-muted">
          {' '}
          (<Time now={now} timeZone={timeZone} value={value} />)
        </span>
      )}
    </>
  )
  return [
    { name: 'Started', value: time(startedAt) },
    { name: 'Completed', value: completedAt ? time(completedAt) : <Missing why="Not finished" /> },
    {
      name: 'Duration',
      value:
        durationSeconds === null ? (
          <Missing
            why={
              progressOf(deployment.status) === 2 && completedAt
                ? 'It ends before it starts: the clocks differ'
                : 'Not finished'
            }
          />
        ) : (
          <span title={`${durationSeconds} s`}>{formatDuration(durationSeconds)}</span>
        ),
    },
    { name: 'Commit', value: sha(deployment.commitSha) },
    { name: 'Previous commit', value: sha(deployment.previousCommitSha) },
    { name: 'Branch', value: mono(deployment.branch) },
    { name: 'Triggered by', value: deployment.triggeredBy ?? notSent },
    { name: 'Pipeline', value: deployment.pipelineName ?? notSent },
    {
      name: 'Repository',
      value: deployment.repository ?? <Missing why={whyNoRepository(commit?.reason ?? reason) ?? 'Not known'} />,
    },
    {
      name: 'Service',
      value: corrected(deployment.service ?? notSent, deployment.serviceCorrection !== null, sent.service),
    },
    {
      name: 'Environment',
      value: corrected(
        `${deployment.environment}${deployment.production ? ', counts as production' : ''}`,
        deployment.environmentCorrection !== null,
        sent.environment,
      ),
    },
    { name: 'Deployment id', value: mono(deployment.deploymentId) },
  ]
}

const notSent = <Missing why="Not sent" />

function corrected(value: ReactNode, isCorrected: boolean, sent: string | null): ReactNode {
  if (!isCorrected) return value
  return (
    <>
      {value} <span className="block text-muted">Corrected; {sent === null ? 'none was sent' : `sent as ${sent}`}</span>
    </>
  )
}

function mono(text: string | null) {
  return text === null ? notSent : <code className="font-mono text-[0.8125rem] break-all">{text}</code>
}

/** Whole for who copies it or has it read out, on one line for the eye. */
function sha(text: string | null) {
  if (text === null) return notSent
  return (
    <code className="block truncate font-mono text-[0.8125rem]" title={text}>
      {text}
    </code>
  )
}
