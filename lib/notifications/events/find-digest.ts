import { formatCount } from '@/lib/core/format'
import { db } from '@/lib/db/db'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import { goalWords } from '@/lib/insights/reports/goal-words'
import { keyMetricsOf, type MetricCard } from '@/lib/insights/reports/metric-cards'
import { readReport } from '@/lib/insights/reports/read-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { daysText } from '@/lib/insights/reports/wording'
import { headline } from '@/lib/insights/reports/wording-headline'
import { countOpenSignals } from '@/lib/risk/list'
import { dayOf } from '@/lib/time/days'
import { addWeeks, type IsoWeek, isoWeekOf } from '@/lib/time/iso-week'
import { lastWeekly } from '@/lib/time/weekly'
import { type Content, foreignText } from '../content'
import { organizationData } from './deployment-row'
import { horizonMs, type Occurrence, type Place } from './occurrence'
import { pageUrl } from './page-url'

/** What a digest is about: a service or a team where a destination is narrowed to one of them, else the organization. */
type Subject = { service: string | null; team: string | null }

type Choices = {
  services: string[]
  teams: string[]
  since: Date
  digestWeekday: number | null
  digestHour: number | null
}

/**
 * The digest that a destination is due at `now`: of the last whole week, once, also when its day is changed. Null for
 * none, and when it should have been sent more than a day ago.
 */
export function findDigest(
  place: Place,
  destination: Choices,
  now: Date,
): Omit<Occurrence, 'topic' | 'service'> | null {
  const { digestWeekday: weekday, digestHour: hour, since } = destination
  if (weekday === null || hour === null) return null
  const at = lastWeekly({ weekday, hour }, now, place.timeZone)
  if (at <= since || now.getTime() - at.getTime() > horizonMs) return null
  const week = addWeeks(isoWeekOf(dayOf(at, place.timeZone)), -1)
  return {
    type: 'digest.weekly',
    key: `digest:${week.name}`,
    at,
    describe: () => describe(place, subjectOf(destination), week, at),
  }
}

function subjectOf({ services, teams }: Choices): Subject {
  const isOne = services.length + teams.length === 1
  return { service: (isOne && services[0]) || null, team: (isOne && teams[0]) || null }
}

async function describe(place: Place, subject: Subject, week: IsoWeek, at: Date): Promise<Content> {
  const organization = await db().prisma.organization.findUniqueOrThrow({ where: { id: place.organizationId } })
  const { firstDay, lastDay, name } = week
  const filters = { firstDay, lastDay, preset: null, environment: null, repository: null, leadTime: null, ...subject }
  const report = await readReport(organization, filters, at)
  const signals = await countOpenSignals(place.organizationId, at, subject)
  const cards = keyMetricsOf(report)
  const url = pageUrl(place, `/insights/week?${new URLSearchParams({ week: name, ...named(subject) })}`)
  const of = foreignText(subject.service ?? subject.team ?? place.name)
  return {
    at,
    data: {
      organization: organizationData(place),
      ...subject,
      week: { name, firstDay, lastDay, timeZone: place.timeZone },
      metrics: cards.map(dataOf),
      openSignals: signals,
      url,
    },
    message: {
      title: `${of}: the week of ${daysText(firstDay, lastDay)}`,
      summary: headline(report)
        .map(({ text }) => text)
        .join(''),
      facts: [
        ...cards.map((card) => factOf(report, card)),
        {
          label: 'Open risk signals',
          value: `${formatCount(signals.open)}, ${formatCount(signals.high)} of them high`,
        },
      ],
      list: null,
      link: { text: 'Open the week', url },
    },
  }
}

function named(subject: Subject): Record<string, string> {
  return Object.fromEntries(Object.entries(subject).filter((entry): entry is [string, string] => entry[1] !== null))
}

function dataOf({ metric: { slug, title, unit }, result }: MetricCard) {
  const { value, previous, provenance } = result ?? { value: null, previous: null, provenance: null }
  return { metric: slug, title, unit, value, previous, sampleSize: provenance?.sampleSize ?? null }
}

function factOf(report: MetricsReport, { metric, result }: MetricCard): { label: string; value: string } {
  const { title: label } = metric
  if (!result || result.value === null) return { label, value: result?.missing ?? 'not part of the plan' }
  const sentences = [numberText(result, result.value), goalWords(report, metric, result)?.words]
  return { label, value: sentences.filter((sentence) => sentence !== undefined).join('. ') }
}

function numberText({ unit, change, previous }: MetricValue, value: number): string {
  const text = valueText(value, unit)
  if (!change || previous === null) return text
  const word = change.word === null ? '' : `, ${change.word}`
  return `${text} (${valueText(previous, unit)} the week before, ${changeText(previous, value, unit)}${word})`
}
