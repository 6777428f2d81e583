import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { FormAction } from '@/lib/core/action-state'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { Signal } from '@/lib/risk/list'
import { SetState } from './set-state'
import { SeverityMark } from './severity-mark'

type Props = {
  signals: readonly Signal[]
  organization: string
  timeZone: string
  now: Date
  action: FormAction
}

/** Signals with what they rest on, what to do about them, and what people made of them. */
export function SignalList({ signals, organization, timeZone, now, action }: Props) {
  return (
    <ul className="flex flex-col">
      {signals.map((signal) => (
        <li
          className="grid gap-x-6 gap-y-2 border-b border-line py-5 first:pt-0 lg:grid-cols-[6rem_minmax(0,1fr)_12rem]"
          key={signal.id}
        >
          <SeverityMark severity={signal.severity} />
          <div className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm font-medium wrap-anywhere">
              <Link
                className="underline decoration-strong-line underline-offset-4"
                href={`/${organization}${signal.path}`}
              >
                {signal.rule.title}
                {signal.name !== null && `: ${signal.name}`}
              </Link>
            </h3>
            <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
              {signal.evidence.map(({ label, value, unit }) => (
                <div className="flex gap-2" key={label}>
                  <dt className="text-muted">{label}</dt>
                  <dd className="tabular-nums">{valueText(value, unit)}</dd>
                </div>
              ))}
            </dl>
            <p className="max-w-2xl text-sm leading-relaxed text-muted">{signal.rule.recommendation}</p>
            {signal.note !== null && (
              <p className="max-w-2xl text-sm leading-relaxed wrap-anywhere">Note: {signal.note}</p>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1 text-sm text-muted lg:flex-col lg:items-start">
            <p>
              First seen <Time now={now} timeZone={timeZone} value={signal.firstSeenAt} />
            </p>
            {signal.endedAt && (
              <p>
                Ended <Time now={now} timeZone={timeZone} value={signal.endedAt} />
              </p>
            )}
            {signal.state === 'snoozed' && signal.snoozedUntil && (
              <p>
                Until <Time exact now={now} timeZone={timeZone} value={signal.snoozedUntil} />
              </p>
            )}
            {signal.endedAt === null && (
              <div className="-ml-3.5">
                <SetState
                  action={action}
                  id={signal.id}
                  note={signal.note}
                  organization={organization}
                  state={signal.state}
                  title={signal.name === null ? signal.rule.title : `${signal.rule.title}: ${signal.name}`}
                />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
