import { Link } from '@/components/ui/link'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { changeSentence } from '@/lib/insights/reports/wording-changes'

type Props = { report: MetricsReport; organization: string }

const looks = { better: 'font-medium text-success', worse: 'font-medium text-failure' }

/** The numbers that changed by more than chance explains, and whom each change came from. */
export function Changes({ report, organization }: Props) {
  const hrefOf = ({ slug }: AnyMetric) => `/${organization}/insights/${slug}${metricQuery(report.filters)}#what-changed`
  const changed = metrics.flatMap((metric) => {
    const result = report[metric.name]
    if (!result?.change || result.value === null || result.previous === null) return []
    const { value, previous, unit, change } = result
    if (change.word !== 'better' && change.word !== 'worse') return []
    const text = `${valueText(value, unit)} (${changeText(previous, value, unit)}`
    return [{ metric, result, word: change.word, text }]
  })
  if (changed.length === 0) {
    return <p className="text-sm text-muted">No number changed by more than chance explains.</p>
  }
  return (
    <ul className="flex flex-col text-sm leading-relaxed *:border-t *:border-line *:py-2.5">
      {changed.map(({ metric, result, word, text }) => (
        <li className="grid gap-x-6 sm:grid-cols-[14rem_minmax(0,1fr)]" key={metric.slug}>
          <Link
            className="font-medium underline decoration-strong-line underline-offset-4 hover:decoration-current"
            href={hrefOf(metric)}
            prefetch={false}
          >
            {metric.title}
          </Link>
          <p className="tabular-nums">
            {text}, <span className={looks[word]}>{word}</span>). {changeSentence(metric, result)}
          </p>
        </li>
      ))}
    </ul>
  )
}
