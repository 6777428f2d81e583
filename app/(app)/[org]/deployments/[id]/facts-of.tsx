import type { ReactNode } from 'react'
import type { Fact } from '@/components/ui/facts'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import type { Organization } from '@/lib/accounts/organizations/find'
import { exactSeconds, formatDuration, isRecent } from '@/lib/core/format'
import type { DeploymentRecord } from '@/lib/deployments/get'
import type { HostPages } from '@/lib/deployments/host-pages'
import { whyNoRepository } from '@/lib/deployments/linking/advice'
import type { SentFields } from '@/lib/deployments/load-sent'
import { progressOf } from '@/lib/deployments/status'

/** Everything that is known of a deployment besides its status, with what was sent where it was corrected. */
export function factsOf(
  deployment: DeploymentRecord,
  sent: SentFields,
  hostPages: HostPages,
  { slug, timeZone }: Organization,
  now: Date,
): Fact[] {
  const { startedAt, completedAt, durationSeconds, commit, reason, service, serviceKey, repository } = deployment
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
          <span title={exactSeconds(durationSeconds)}>{formatDuration(durationSeconds)}</span>
        ),
    },
    { name: 'Commit', value: atHost(hostPages.commit, sha(deployment.commitSha)) },
    { name: 'Previous commit', value: sha(deployment.previousCommitSha) },
    { name: 'Branch', value: mono(deployment.branch) },
    { name: 'Triggered by', value: deployment.triggeredBy ?? notSent },
    { name: 'Pipeline', value: deployment.pipelineName ?? notSent },
    {
      name: 'Repository',
      value:
        repository === null ? (
          <Missing why={whyNoRepository(commit?.reason ?? reason) ?? 'Not known'} />
        ) : (
          atHost(hostPages.repository, repository)
        ),
    },
    {
      name: 'Service',
      value: corrected(
        service === null || serviceKey === null ? notSent : serviceLink(slug, service, serviceKey),
        deployment.serviceCorrection !== null,
        sent.service,
      ),
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

const linkLook = 'underline underline-offset-4 hover:text-muted'

const notSent = <Missing why="Not sent" />

function corrected(value: ReactNode, isCorrected: boolean, sent: string | null): ReactNode {
  if (!isCorrected) return value
  return (
    <>
      {value} <span className="block text-muted">Corrected; {sent === null ? 'none was sent' : `sent as ${sent}`}</span>
    </>
  )
}

function serviceLink(organization: string, service: string, key: string) {
  return (
    <Link className={linkLook} href={`/${organization}/services/${encodeURIComponent(key)}`} prefetch={false}>
      {service}
    </Link>
  )
}

/** What leads to its page at the host, where there is one. */
function atHost(href: string | null, value: ReactNode) {
  if (href === null) return value
  return (
    <a className={linkLook} href={href} rel="noopener noreferrer nofollow" target="_blank">
      {value}
    </a>
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
