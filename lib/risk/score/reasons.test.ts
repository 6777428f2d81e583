import { describe, expect, it } from 'vitest'
import { type FeatureName, featureNames, type Measured, type Measurement } from './features'
import { reasonsOf, reasonText, reasonTexts } from './reasons'

const ordinary: Measured = { x: 0, value: 0, usual: 0 }
const trained = {
  fit: { columns: featureNames.map(() => ({ mean: 0, scale: 1 })), weights: featureNames.map(() => 0.5), intercept: 0 },
  calibration: { slope: 1, shift: 0 },
}

function measurementOf(measured: Partial<Record<FeatureName, Measured>>): Measurement {
  return featureNames.map((name) => measured[name] ?? ordinary)
}

const textsOf = (measured: Partial<Record<FeatureName, Measured>>) =>
  reasonsOf(trained, measurementOf(measured)).map(reasonText)

describe('reasons', () => {
  it('are what raises the odds, the most telling first, with their numbers', () => {
    expect(
      textsOf({
        lines: { x: 1.2, value: 412, usual: 130 },
        streak: { x: 2, value: 2, usual: 0 },
        friday: { x: 1, value: 1, usual: 0 },
        newAuthors: { x: 0.7, value: 1, usual: 0 },
      }),
    ).toEqual([
      'The last 2 deployments of this service failed',
      '412 changed lines, 3.2 × the usual',
      'Friday',
      '1 author new to this service',
    ])
  })

  it('are neither what is usual nor what is not known, and no more than four', () => {
    expect(
      textsOf({
        lines: { x: 1, value: 100, usual: 99 },
        files: { x: null, value: null, usual: 3 },
        weekend: { x: 1, value: 0, usual: 0 },
      }),
    ).toEqual([])
    expect(textsOf(Object.fromEntries(featureNames.map((name) => [name, { x: 1, value: 9, usual: 1 }])))).toHaveLength(
      4,
    )
  })

  it('say the same once: failures of the last 10 or of the last 50', () => {
    const failures = { x: 1, value: 0.3, usual: 0.1 }
    expect(textsOf({ recentFailures: { ...failures, x: 1.5 }, serviceFailures: failures })).toEqual([
      '30% of the last deployments of this service, up to 10, failed; of all, 10% did',
    ])
  })

  it('are then what lowers the odds: what there is less of than usual', () => {
    const measured = measurementOf({
      lines: { x: -1.2, value: 40, usual: 130 },
      serviceFailures: { x: -1, value: 0.02, usual: 0.1 },
      commits: { x: -0.9, value: 2, usual: 5 },
      fileFailures: { x: 0, value: 0, usual: 0.1 },
      friday: { x: 1, value: 1, usual: 0 },
    })
    expect(reasonTexts(reasonsOf(trained, measured))).toEqual({
      raised: ['Friday'],
      lowered: [
        '40 changed lines; usually 130',
        '2% of the last deployments of this service, up to 50, failed; of all, 10% did',
      ],
    })
  })

  it('never say that more than usual lowers the odds, or that less raises them', () => {
    const { fit } = trained
    const against = { ...trained, fit: { ...fit, weights: fit.weights.map((weight) => -weight) } }
    const measured = measurementOf({
      commits: { x: 1.2, value: 40, usual: 10 },
      files: { x: -1.2, value: 4, usual: 10 },
      afternoon: { x: 1, value: 1, usual: 0 },
    })
    expect(reasonTexts(reasonsOf(against, measured))).toEqual({ raised: [], lowered: ['Afternoon'] })
  })

  it('say how long and how many times, without numbers beyond measure', () => {
    const day = 86_400
    const waited = textsOf({
      oldest: { x: 3, value: 14 * day, usual: 600 },
      sinceLast: { x: 2, value: day, usual: day / 4 },
    })
    expect(waited.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      'The oldest change was merged 14 d ago, over 100 × the usual',
      '1 d since the deployment before, 4 × the usual',
    ])
  })
})
