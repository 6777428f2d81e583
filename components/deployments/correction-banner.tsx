import { Ban } from '@/components/ui/icons'
import { Time } from '@/components/ui/time'

type Props = {
  /** What was done: `Voided`. */
  what: string
  at: Date
  reason: string
  actor: string | null
  timeZone: string
  now: Date
  /** What it means. */
  children: string
}

/** Says that a person decided what a deployment counts as, since when, who and why. */
export function CorrectionBanner({ what, at, reason, actor, timeZone, now, children }: Props) {
  return (
    <div className="flex gap-3 border-l-2 border-strong-line bg-raised px-4 py-3 text-sm leading-relaxed">
      <Ban className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p>
          <strong className="font-semibold">{what}</strong> <Time now={now} timeZone={timeZone} value={at} />
          {actor && ` by ${actor}`}: {reason}
        </p>
        <p className="text-muted">{children}</p>
      </div>
    </div>
  )
}
