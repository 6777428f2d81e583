import { ShieldAlert } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { type Reason, reasonTexts } from '@/lib/risk/score/reasons'
import { riskText } from '@/lib/risk/score/words'

type Props = { organization: string; score: number; mark: number; reasons: readonly Reason[] }

/** How likely a deployment is to fail, whether that is a warning, and what raises and lowers it. */
export function RiskScore({ organization, score, mark, reasons }: Props) {
  const warns = score >= mark
  const { raised, lowered } = reasonTexts(reasons)
  return (
    <div className="grid gap-x-10 gap-y-4 text-sm sm:grid-cols-[18rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-1">
        <p className="text-3xl leading-none font-semibold tracking-tight tabular-nums">{riskText(score)}</p>
        <p className="flex items-center gap-1.5">
          {warns && <ShieldAlert className="shrink-0 text-failure" />}
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
        <div className="flex max-w-2xl flex-col gap-3">
          <Reasons texts={raised} title="Raised by" />
          <Reasons texts={lowered} title="Lowered by" />
        </div>
      ) : (
        <p className="text-muted">Nothing about it is out of the ordinary.</p>
      )}
    </div>
  )
}

function Reasons({ title, texts }: { title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div>
      <p className="text-muted">{title}</p>
      <ul className="flex list-disc flex-col gap-1 pl-4 leading-relaxed">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
