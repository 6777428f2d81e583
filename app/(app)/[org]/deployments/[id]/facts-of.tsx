import type { Fact } from '@/components/deployments/facts'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import type { DeploymentDetails } from '@/lib/deployments/get'
import { formatDuration, isRecent } from '@/lib/format'

/** Everything that is known of a deployment beside its status, as it was sent. */
export function factsOf(deployment: DeploymentDetails, timeZone: string, now: Date): Fact[] {
  const { startedAt, completedAt, durationSeconds } = deployment
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
          <Missing why={completedAt ? 'It ends before it starts: the clocks differ' : 'Not finished'} />
        ) : (
          <span title={`${durationSeconds} s`}>{formatDuration(durationSeconds)}</span>
        ),
    },
    { name: 'Commit', value: mono(deployment.commitSha) },
    { name: 'Previous commit', value: mono(deployment.previousCommitSha) },
    { name: 'Branch', value: mono(deployment.branch) },
    { name: 'Triggered by', value: deployment.triggeredBy ?? notSent },
    { name: 'Pipeline', value: deployment.pipelineName ?? notSent },
    { name: 'Repository', value: deployment.repository ?? <Missing why="The commit is in no repository known here" /> },
    { name: 'Service', value: deployment.service ?? notSent },
    { name: 'Environment', value: `${deployment.environment}${deployment.production ? ', counts as production' : ''}` },
    { name: 'Deployment id', value: mono(deployment.deploymentId) },
  ]
}

const notSent = <Missing why="Not sent" />

function mono(text: string | null) {
  return text === null ? notSent : <code className="font-mono text-[0.8125rem] break-all">{text}</code>
}
