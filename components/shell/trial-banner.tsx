import { Link } from '@/components/ui/link'
import type { Trial } from '@/lib/accounts/plans/trial'
import { formatDate, plural } from '@/lib/core/format'

type Props = { trial: Trial | null; timeZone: string; planPath: string }

/** What the trial of an organization on the Free plan opens, how long still, and what follows. */
export function TrialBanner({ trial, timeZone, planPath }: Props) {
  if (!trial || trial.state === 'not-started') return null
  return (
    <aside aria-label="Trial" className="border-b border-line bg-raised py-2 text-sm leading-relaxed print:hidden">
      <p className="mx-auto max-w-6xl px-5 sm:px-8">
        {trial.state === 'running' ? (
          <>
            <strong className="font-semibold">
              Business trial, {trial.daysLeft > 1 ? `${plural(trial.daysLeft, 'day')} left` : 'on its last day'}.
            </strong>{' '}
            <span className="text-muted">
              From {formatDate(trial.endsAt, timeZone)} the Free plan keeps history and deployment frequency. Events are
              recorded either way.
            </span>
          </>
        ) : (
          <>
            <strong className="font-semibold">The Business trial ended on {formatDate(trial.endsAt, timeZone)}.</strong>{' '}
            <span className="text-muted">
              The Free plan keeps history and deployment frequency, and events are recorded as before.
            </span>
          </>
        )}{' '}
        <Link className="font-medium whitespace-nowrap underline underline-offset-4" href={planPath}>
          See the plan
        </Link>
      </p>
    </aside>
  )
}
