import type { Trial } from '@/lib/accounts/plans/trial'
import { formatExact, plural } from '@/lib/core/format'
import type { Plan } from '@/lib/generated/prisma/enums'

export const planWords: Record<Plan, string> = { free: 'Free', business: 'Business', enterprise: 'Enterprise' }

type Props = {
  plan: Plan
  /** Null on a paid plan. */
  trial: Trial | null
  timeZone: string
  /** Titles of what cannot be used now. */
  locked: readonly string[]
}

/** Which plan it is, where the trial stands, and what that locks. */
export function PlanFacts({ plan, trial, timeZone, locked }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-2xl leading-8 font-semibold tracking-tight">{planWords[plan]}</p>
      {trial && (
        <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-3 text-sm leading-relaxed sm:gap-x-8">
          <dt className="text-muted">Business trial</dt>
          <dd>
            <TrialState timeZone={timeZone} trial={trial} />
          </dd>
          {locked.length > 0 && (
            <>
              <dt className="text-muted">Locked now</dt>
              <dd>{locked.join(', ')}</dd>
            </>
          )}
        </dl>
      )}
    </div>
  )
}

function TrialState({ trial, timeZone }: { trial: Trial; timeZone: string }) {
  if (trial.state === 'not-started') {
    return (
      <>
        <span className="font-medium">Not started.</span> It starts with the first event and opens everything for 14
        days.
      </>
    )
  }
  const end = (
    <time className="whitespace-nowrap" dateTime={trial.endsAt.toISOString()}>
      {formatExact(trial.endsAt, timeZone)}
    </time>
  )
  return trial.state === 'running' ? (
    <>
      <span className="font-medium">
        {trial.daysLeft > 1 ? `Running, ${plural(trial.daysLeft, 'day')} left.` : 'Running, on its last day.'}
      </span>{' '}
      It opens everything until {end}.
    </>
  ) : (
    <>
      <span className="font-medium">Ended</span> on {end}.
    </>
  )
}
