import type { Contribution, Split } from '@/lib/insights/metrics/contributions'
import type { MetricValue, Unit } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { addedText } from '@/lib/insights/metrics/value-text'

type Changed = Pick<MetricValue, 'change' | 'contributions' | 'unit'>

/** A part below this share of a change is not worth a word. */
const small = 0.25

/** Rows of the services or teams named so have none. */
export const withoutWords = { services: 'Without a service', teams: 'Without a team' } as const

/**
 * Whom a change came from, as a sentence: "Mostly checkout (+2 h 40 min) and billing (+20 min)." Null where there is no
 * change, or its rows belong to no service.
 */
export function changeSentence(
  metric: Pick<AnyMetric, 'sample'>,
  { change, contributions, unit }: Changed,
): string | null {
  if (!change || !contributions || change.difference === 0) return null
  const { services } = contributions
  const way = Math.sign(change.difference)
  const mix = services.mix / change.difference
  const within = services.within / change.difference
  if (mix > 1 - small && Math.abs(within) < small) {
    return `Services barely moved; ${movedWork(metric, services, way)}.`
  }
  const named = largestOf(services, change.difference)
  if (named.length === 0) return 'Many services added a little each.'
  const against = services.listed.find(({ total }) => total * way < -Math.abs(change.difference) * small)
  return [
    `Mostly ${named.map((each) => partText(each, unit)).join(' and ')}`,
    mix > 0.5 ? `; ${movedWork(metric, services, way)}` : '',
    against ? `; ${partText(against, unit)} went the other way` : '',
    '.',
  ].join('')
}

/** "more of the pull requests came from fleet-tracker" */
function movedWork(
  { sample: [one, many = `${one}s`] }: Pick<AnyMetric, 'sample'>,
  { listed }: Split,
  way: number,
): string {
  const [most] = listed.toSorted((a, b) => (b.mix - a.mix) * way)
  if (!most) return 'the mix of services changed'
  // One that is above the mean of all pulls it up by having more rows, one that is below by having fewer.
  return `${most.share > most.previousShare ? 'more' : 'fewer'} of the ${many} came from ${nameOf(most)}`
}

/** The first two of those that moved a number the way it went, as far as the second is worth a word. */
function largestOf({ listed }: Split, difference: number): Contribution[] {
  const [first, second] = listed.filter(({ total }) => total / difference >= small)
  return [first, second].filter((each) => each !== undefined)
}

function partText(contribution: Contribution, unit: Unit): string {
  return `${nameOf(contribution)} (${addedText(contribution.total, unit)})`
}

function nameOf({ name }: Contribution): string {
  return name ?? 'rows without a service'
}
