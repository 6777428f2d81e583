import { ShieldAlert } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { type Reason, reasonText } from '@/lib/risk/score/reasons'
import { riskText } from '@/lib/risk/score/words'

type Props = { organization: string; score: number; mark: number; reasons: readonly Reason[] }

/** How likely a deployment is to fail, whether that is a warning, and what raises it. */
export function RiskScore({ organization, score, mark, reasons }: Props) {
  const warns = score >= mark
  return (
    <div className="grid gap-x-10 gap-y-4 text-sm sm:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-1">
        <p className="text-3xl leading-none font-semibold tracking-tight tabular-nums">{riskText(score)}</p>
        <p className="flex items-center gap-1.5">
          {warns && <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-failure" />}
          {warns ? 'Warning: ' : 'No warning: '}
          {warns ? 'at or above' : 'below'} the mark of {riskText(mark)}
        </p>
        <Link
          className="self-start text-muted underline underline-offset-4 hover:text-ink"
          href={`/${organization}/risk/model`}
        >
          How it is tested
        </Link>
      </div>
      {reasons.length > 0 ? (
        <ul className="flex max-w-2xl list-disc flex-col gap-1 pl-4 leading-relaxed">
          {reasons.map((reason) => (
            <li key={reason.feature}>{reasonText(reason)}</li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">Nothing about it is out of the ordinary.</p>
      )}
    </div>
  )
}
