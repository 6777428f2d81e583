import type { Trained } from './backtest'
import { type FeatureName, featureNames } from './features'
import { standardize } from './fit'

/** What a model makes of a feature: in words what is compared with the ordinary, and the factor of the odds to fail. */
export type Driver = { feature: FeatureName; words: string; factor: number }

const twice = Math.log(2)

/** In units of how each enters the model. */
const comparisons: Record<FeatureName, { words: string; unit: number }> = {
  lines: { words: 'Twice the usual changed lines', unit: twice },
  pullRequests: { words: 'Twice the usual pull requests', unit: twice },
  commits: { words: 'Twice the usual commits', unit: twice },
  files: { words: 'Twice the usual changed files', unit: twice },
  folders: { words: 'Twice the usual folders', unit: twice },
  fileFailures: { words: 'A file that failed twice as often as all do', unit: twice },
  sinceLast: { words: 'Twice the usual time since the deployment before', unit: twice },
  oldest: { words: 'Twice the usual age of the oldest change', unit: twice },
  newAuthors: { words: 'An author new to the service', unit: twice },
  streak: { words: 'Each failure in a row just before', unit: 1 },
  recentFailures: { words: 'Twice as many failures in the last 10', unit: twice },
  serviceFailures: { words: 'Twice as many failures in the last 50', unit: twice },
  afternoon: { words: 'Afternoon, 13:00 to 17:00', unit: 1 },
  evening: { words: 'Evening, 17:00 to 22:00', unit: 1 },
  night: { words: 'Night, 22:00 to 7:00', unit: 1 },
  monday: { words: 'Monday', unit: 1 },
  friday: { words: 'Friday', unit: 1 },
  fridayAfternoon: { words: 'Friday from 13:00 on, besides Friday and the hour', unit: 1 },
  weekend: { words: 'Weekend', unit: 1 },
}

/** Of a standard deviation: less than this is noise. */
const leastWeight = 0.05
const maxDrivers = 8

/** What moves the scores of a model most, by how much scores differ because of it. */
export function driversOf({ fit, calibration }: Pick<Trained, 'fit' | 'calibration'>): Driver[] {
  return featureNames
    .flatMap((feature, index) => {
      const column = fit.columns[index]
      const weight = calibration.slope * (fit.weights[index] ?? 0)
      if (!column || Math.abs(weight) < leastWeight) return []
      const { words, unit } = comparisons[feature]
      const difference = standardize(unit, column) - standardize(0, column)
      return [{ feature, words, factor: Math.exp(weight * difference), moved: Math.abs(weight) }]
    })
    .sort((a, b) => b.moved - a.moved)
    .slice(0, maxDrivers)
    .map(({ moved: _, ...driver }) => driver)
}
