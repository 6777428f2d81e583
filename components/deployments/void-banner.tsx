import { Ban } from 'lucide-react'
import { Time } from '@/components/ui/time'

type Props = { at: Date; reason: string; actor: string | null; timeZone: string; now: Date }

/** Says that a deployment counts for nothing, since when, by whom and why. */
export function VoidBanner({ at, reason, actor, timeZone, now }: Props) {
  return (
    <div className="flex gap-3 border-l-2 border-strong-line bg-raised px-4 py-3 text-sm leading-relaxed">
      <Ban aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <p>
          <strong className="font-semibold">Voided</strong> <Time now={now} timeZone={timeZone} value={at} />
          {actor && ` by ${actor}`}: {reason}
        </p>
        <p className="text-muted">
          It counts in no number. What it shipped belongs to the next deployment that contains it. Events that still
          come in are kept.
        </p>
      </div>
    </div>
  )
}
