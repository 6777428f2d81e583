import { formatCount, formatDuration, plural } from '@/lib/core/format'
import type { Trained } from './backtest'
import { type FeatureName, featureNames, type Measured, type Measurement } from './features'
import { standardize } from './fit'

/**
 * What raises a score, or lowers it, as it is kept: by how much in log odds, below 0 where it lowers, and the numbers
 * that it rests on.
 */
export type Reason = { feature: FeatureName; raises: number; value: number; usual: number }

const [maxRaising, maxLowering] = [4, 2]
/** What changes the odds by less than a fifth is no reason. */
const least = Math.log(1.2)

/**
 * What raises the score of a case most, against an ordinary deployment, then what lowers it most; of what says the same,
 * one.
 */
export function reasonsOf(
  { fit, calibration }: Pick<Trained, 'fit' | 'calibration'>,
  measurement: Measurement,
): Reason[] {
  const reasons = featureNames
    .flatMap((feature, index) => {
      const measured = measurement[index]
      const column = fit.columns[index]
      if (!measured || !column) return []
      const raises = calibration.slope * (fit.weights[index] ?? 0) * standardize(measured.x, column)
      if (Math.abs(raises) < least || !isNotable(feature, measured, raises)) return []
      return [{ feature, raises, value: measured.value ?? 0, usual: measured.usual ?? 0 }]
    })
    .sort((a, b) => Math.abs(b.raises) - Math.abs(a.raises))
  const topics = new Set<string>()
  const told = reasons.filter(({ feature }) => {
    const topic = topicOf[feature] ?? feature
    return !topics.has(topic) && topics.add(topic)
  })
  return [
    ...told.filter(({ raises }) => raises > 0).slice(0, maxRaising),
    ...told.filter(({ raises }) => raises < 0).slice(0, maxLowering),
  ]
}

const topicOf: Partial<Record<FeatureName, string>> = {
  pullRequests: 'count',
  commits: 'count',
  files: 'spread',
  folders: 'spread',
  recentFailures: 'rate',
  serviceFailures: 'rate',
}

/** What is hardly more or less than usual is not told. */
const notableFactor = 1.2

/**
 * Whether it is out of the ordinary in a way that can be told: that it is no Friday is no reason. More than usual is told
 * to raise a score, less to lower it: the other way round it would be taken for a mistake.
 */
function isNotable(feature: FeatureName, { x, value, usual }: Measured, raises: number): boolean {
  if (x === null || x === 0 || value === null) return false
  if (feature === 'sinceLast') return usual !== null && value !== usual
  if (moments.has(feature)) return value > 0
  return raises > 0 ? value > notableFactor * (usual ?? 0) : value < (usual ?? 0) / notableFactor
}

const moments = new Set<FeatureName>([
  'afternoon',
  'evening',
  'night',
  'monday',
  'friday',
  'fridayAfternoon',
  'weekend',
])

/** What raised a score, and what lowered it, in words. */
export function reasonTexts(reasons: readonly Reason[]): { raised: string[]; lowered: string[] } {
  const textsOf = (sign: number) => reasons.filter(({ raises }) => raises * sign > 0).map(reasonText)
  return { raised: textsOf(1), lowered: textsOf(-1) }
}

/** "412 changed lines, 3.2 × the usual size". */
export function reasonText({ feature, value, usual }: Omit<Reason, 'raises'>): string {
  return texts[feature](value, usual)
}

type Text = (value: number, usual: number) => string

const sized =
  (one: string, many = `${one}s`): Text =>
  (value, usual) =>
    `${plural(value, one, many)}${timesUsual(value, usual, formatCount(usual))}`

const texts: Record<FeatureName, Text> = {
  lines: sized('changed line'),
  pullRequests: sized('pull request'),
  commits: sized('commit'),
  files: sized('changed file'),
  folders: sized('folder'),
  fileFailures: (value, usual) =>
    `A changed file was in deployments of which ${share(value)} failed; of all, ${share(usual)} did`,
  sinceLast: (value, usual) =>
    `${formatDuration(value)} since the deployment before${timesUsual(value, usual, formatDuration(usual))}`,
  oldest: (value, usual) =>
    `The oldest change was merged ${formatDuration(value)} ago${timesUsual(value, usual, formatDuration(usual))}`,
  newAuthors: (value) => `${plural(value, 'author')} new to this service`,
  streak: (value) =>
    value === 1
      ? 'The last deployment of this service failed'
      : `The last ${formatCount(value)} deployments of this service failed`,
  recentFailures: (value, usual) =>
    `${share(value)} of the last deployments of this service, up to 10, failed; of all, ${share(usual)} did`,
  serviceFailures: (value, usual) =>
    `${share(value)} of the last deployments of this service, up to 50, failed; of all, ${share(usual)} did`,
  afternoon: () => 'Afternoon',
  evening: () => 'Evening',
  night: () => 'Night',
  monday: () => 'Monday',
  friday: () => 'Friday',
  fridayAfternoon: () => 'Friday afternoon',
  weekend: () => 'Weekend',
}

function timesUsual(value: number, usual: number, usualText: string): string {
  const times = value / usual
  if (usual > 0 && times >= 1.5) return `, ${timesText(times)} × the usual`
  return `; usually ${usualText}`
}

function share(value: number): string {
  return `${Math.round(value * 100)}%`
}

function timesText(times: number): string {
  if (times > 100) return 'over 100'
  return String(times >= 10 ? Math.round(times) : Math.round(times * 10) / 10)
}
