import { SeverityMark } from '@/components/risk/severity-mark'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import type { Listed } from '@/lib/core/listed'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { Signal } from '@/lib/risk/list'

type Props = { signals: Listed<Signal>; organization: string; timeZone: string; now: Date }

/** The risk signals of a period, each with what it rests on and what became of it. */
export function SignalRows({ signals: { listed, leftOut }, organization, timeZone, now }: Props) {
  return (
    <ul className="border-b border-line text-sm">
      {listed.map(({ id, rule, name, severity, evidence, path, state, firstSeenAt }) => (
        <li
          className="grid grid-cols-1 gap-x-4 gap-y-1 break-inside-avoid border-t border-line py-2.5 sm:grid-cols-[5rem_minmax(0,1fr)_13rem] print:py-1.5"
          key={id}
        >
          <SeverityMark severity={severity} />
          <div className="min-w-0 wrap-anywhere">
            <Link
              className="font-medium underline-offset-4 hover:underline"
              href={`/${organization}${path}`}
              prefetch={false}
            >
              {rule.title}
              {name !== null && `: ${name}`}
            </Link>
            <p className="text-xs text-muted tabular-nums">
              {evidence.map(({ label, value, unit }) => `${label} ${valueText(value, unit)}`).join(' · ')}
            </p>
          </div>
          <p className="text-muted sm:text-right">
            <span className={state === 'open' ? 'text-ink' : ''}>{state}</span>, first seen{' '}
            <Time day now={now} timeZone={timeZone} value={firstSeenAt} />
          </p>
        </li>
      ))}
      {leftOut > 0 && (
        <li className="border-t border-line py-2.5 print:py-1.5">
          <Link className="underline underline-offset-4" href={`/${organization}/risk`} prefetch={false}>
            and {plural(leftOut, 'more signal')}
          </Link>
        </li>
      )}
    </ul>
  )
}
