import { ButtonForm } from '@/components/ui/button-form'
import { Bot } from '@/components/ui/icons'
import { Time } from '@/components/ui/time'
import type { FormAction } from '@/lib/core/action-state'
import { formatCount, plural } from '@/lib/core/format'
import type { Summary } from '@/lib/summaries/find'
import type { SummarySubject } from '@/lib/summaries/subject'

type Props = {
  organization: string
  subject: SummarySubject
  summary: Summary | null
  /** Whether the numbers changed since it was written. */
  isStale: boolean
  action: FormAction
  timeZone: string
  now: Date
}

const words = {
  week: { title: 'Summary of the week', ask: 'Write a summary' },
  change: { title: 'Explanation of the change', ask: 'Explain this change' },
} satisfies Record<SummarySubject['kind'], object>

/** What a model wrote, marked as such, with what it cost; or the button that asks for it. */
export function ModelWords({ organization, subject, summary, isStale, action, timeZone, now }: Props) {
  const { title, ask } = words[subject.kind]
  const button = (
    <div className="print:hidden">
      <ButtonForm action={action} busy="Asking…" hidden={{ organization, kind: subject.kind, subject: subject.text }}>
        {summary ? 'Write it again' : ask}
      </ButtonForm>
    </div>
  )
  const mark = summary?.state === 'written' && <WrittenBy now={now} summary={summary} timeZone={timeZone} />
  return (
    <section
      aria-labelledby="words-from-model"
      className={`flex flex-col gap-3 border-l-2 border-strong-line pl-4 ${mark ? '' : 'print:hidden'}`}
    >
      <h2 className="flex items-center gap-2 text-sm font-semibold" id="words-from-model">
        <Bot className="shrink-0 text-muted" />
        {title}
      </h2>
      {!summary && (
        <p className="max-w-2xl text-sm leading-relaxed text-muted">
          The model that is configured on this server gets the numbers of this page, names of services
          {subject.kind === 'week' && ' and titles of the slowest pull requests'}. It gets nothing until you ask.
        </p>
      )}
      {summary?.state === 'queued' && (
        <p className="text-sm text-muted" role="status">
          Being written. It appears here when it is done; you need not wait.
        </p>
      )}
      {summary?.state === 'failed' && (
        <p className="max-w-2xl text-sm leading-relaxed text-muted" role="status">
          {summary.failure} The numbers on this page do not depend on it.
        </p>
      )}
      {mark && <p className="max-w-2xl leading-relaxed wrap-anywhere">{summary.sentences.join(' ')}</p>}
      {mark}
      {isStale && <p className="text-sm text-muted">The numbers on this page changed since it was written.</p>}
      {(!summary || summary.state === 'failed' || isStale) && button}
    </section>
  )
}

type WrittenByProps = { summary: Summary; timeZone: string; now: Date }

function WrittenBy({ summary, timeZone, now }: WrittenByProps) {
  const { model, dropped, inputTokens, outputTokens, cost, writtenAt } = summary
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted tabular-nums">
      <span className="wrap-anywhere">Written by {model} from the numbers on this page</span>
      {writtenAt && <Time now={now} timeZone={timeZone} value={writtenAt} />}
      {inputTokens !== null && outputTokens !== null && <span>{formatCount(inputTokens + outputTokens)} tokens</span>}
      {cost !== null && <span>{costText(cost)}</span>}
      {dropped > 0 && <span>{plural(dropped, 'sentence')} left out: not backed by these numbers</span>}
    </p>
  )
}

/** "$0.0042": of small amounts, two digits that say something. */
function costText(cost: number): string {
  const digits = cost >= 1 || cost === 0 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(cost)))
  return `$${cost.toFixed(Math.max(2, digits))}`
}
