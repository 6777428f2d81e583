import { comparedDays, periodAgainst, presetDays, presets } from '@/lib/insights/reports/chosen-days'
import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'
import { daysText } from '@/lib/insights/reports/wording'
import { addPeriods, calendarKinds, calendarPeriodOf, calendarTitle } from '@/lib/time/calendar-period'
import { ChoiceLink } from './choice-link'

type Props = { filters: MetricFilters; hrefOf: (query: string) => string }

/** Days up to today, and the weeks, months and quarters that people think in. Each leads to an address of its own. */
export function PeriodLinks({ filters, hrefOf, today }: Props & { today: string }) {
  const calendars = calendarKinds.map((kind) => calendarPeriodOf(kind, today))
  const choices = [
    { words: 'This', periods: calendars },
    { words: 'Last', periods: calendars.map((period) => addPeriods(period, -1)) },
  ]
  return (
    <nav aria-label="Days" className="choices">
      {presets.map((each) => (
        <ChoiceLink
          current={each === filters.preset}
          href={hrefOf(metricQuery(filters, { preset: each }))}
          key={each}
          text={`${presetDays[each]} days`}
        />
      ))}
      {choices.map(({ words, periods }) => (
        <span className="flex items-baseline gap-x-3" key={words}>
          {words}
          {periods.map((period) => (
            <ChoiceLink
              current={period.name === filters.calendar?.name}
              href={hrefOf(metricQuery(filters, { calendar: period }))}
              key={period.kind}
              label={`${words} ${period.kind}`}
              text={period.kind}
            />
          ))}
        </span>
      ))}
    </nav>
  )
}

/** What numbers are compared with: what came before, the same of the year before, or what was chosen. */
export function ComparisonLinks({ filters, hrefOf }: Props) {
  const { against, ...usual } = filters
  const { calendar } = filters
  const choices = [
    { text: calendar ? calendarTitle(addPeriods(calendar, -1)) : 'the days before', query: metricQuery(usual) },
    { text: 'a year before', query: metricQuery({ ...usual, against: 'year-before' }) },
  ]
  if (against !== undefined && against !== 'year-before') {
    const { firstDay, lastDay } = comparedDays(filters)
    const named = periodAgainst(against)
    choices.push({ text: named ? calendarTitle(named) : daysText(firstDay, lastDay), query: metricQuery(filters) })
  }
  return (
    <nav aria-label="Compared with" className="choices">
      <span>Compared with</span>
      {choices.map(({ text, query }) => (
        <ChoiceLink current={query === metricQuery(filters)} href={hrefOf(query)} key={text} text={text} />
      ))}
    </nav>
  )
}
