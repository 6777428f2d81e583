import { Terminal } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { AuditEntry } from '@/lib/accounts/audit/list'
import { auditSentence } from '@/lib/accounts/audit/sentence'

type Props = {
  entries: AuditEntry[]
  organization: string
  timeZone: string
  now: Date
  /** Whether all of it is about one record, which is not named again then. */
  about?: true
}

/** Who changed what, one sentence each. */
export function AuditLog({ entries, organization, timeZone, now, about }: Props) {
  return (
    <ol className="flex flex-col">
      {entries.map((entry) => (
        <li
          className="grid gap-x-6 gap-y-0.5 border-t border-line py-3 text-sm leading-relaxed first:border-t-0 first:pt-0 sm:grid-cols-[10.5rem_minmax(0,1fr)]"
          key={entry.id}
        >
          <p className="text-muted tabular-nums">
            <Time exact now={now} timeZone={timeZone} value={entry.at} />
          </p>
          <Sentence about={about} entry={entry} organization={organization} />
        </li>
      ))}
    </ol>
  )
}

function Sentence({ entry, organization, about }: Pick<Props, 'organization' | 'about'> & { entry: AuditEntry }) {
  const { label, subject, rest, reason } = auditSentence(entry)
  return (
    <p className="min-w-0 break-words">
      <Actor actor={entry.actor} /> {label}
      {subject !== null && !about && (
        <>
          {' '}
          <Subject entry={entry} organization={organization}>
            {subject}
          </Subject>
        </>
      )}
      {rest}
      {reason !== null && (
        <>
          : <span className="text-muted">{reason}</span>
        </>
      )}
    </p>
  )
}

function Actor({ actor }: { actor: string }) {
  if (actor !== 'command line') return <span className="font-medium">{actor}</span>
  return (
    <span className="font-medium whitespace-nowrap">
      <Terminal className="mr-1.5 mb-0.5 inline size-3.5 text-muted" />
      Command line
    </span>
  )
}

function Subject({ entry, organization, children }: { entry: AuditEntry; organization: string; children: string }) {
  const className = 'font-medium'
  if (!entry.action.startsWith('deployment.') || entry.subjectId === null) {
    return <span className={className}>{children}</span>
  }
  return (
    <Link
      className={`${className} underline underline-offset-4`}
      href={`/${organization}/deployments/${entry.subjectId}`}
      prefetch={false}
    >
      {children}
    </Link>
  )
}
