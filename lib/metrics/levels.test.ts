import { describe, expect, it } from 'vitest'
import { benchmarkYears, defaultBenchmarkYear, type Level, type LeveledMetric, levelEdges, levelOf } from './levels'
import { defaultChoices } from './settings'

const [hour, day, week, month] = [3600, 86_400, 604_800, 2_592_000]

type Case = [metric: LeveledMetric, year: number, edges: [value: number, at: Level, beyond: Level][]]

// `at` is the level of the edge itself, `beyond` the one of the next value that is worse.
const frequencies: Case[] = [
  [
    'deploymentFrequency',
    2026,
    [
      [1, 'elite', 'high'],
      [1 / 30, 'high', 'medium'],
      [1 / 182, 'medium', 'low'],
    ],
  ],
  [
    'deploymentFrequency',
    2023,
    [
      [1, 'elite', 'high'],
      [1 / 7, 'high', 'medium'],
      [1 / 30, 'medium', 'low'],
    ],
  ],
]
const rates: Case[] = [2023, 2026].map((year) => [
  'changeFailureRate',
  year,
  [
    [0.05, 'elite', 'high'],
    [0.1, 'high', 'medium'],
    [0.15, 'medium', 'low'],
  ],
])
// For times the edge is already the worse level.
const times: [metric: LeveledMetric, year: number, edges: [value: number, before: Level, at: Level][]][] = [
  [
    'leadTime',
    2026,
    [
      [hour, 'elite', 'high'],
      [week, 'high', 'medium'],
      [month, 'medium', 'low'],
    ],
  ],
  [
    'leadTime',
    2023,
    [
      [day, 'elite', 'high'],
      [week, 'high', 'medium'],
      [month, 'medium', 'low'],
    ],
  ],
  [
    'recoveryTime',
    2026,
    [
      [hour, 'elite', 'high'],
      [day, 'high', 'medium'],
      [week, 'medium', 'low'],
    ],
  ],
  [
    'recoveryTime',
    2023,
    [
      [hour, 'elite', 'high'],
      [day, 'high', 'medium'],
      [week, 'medium', 'low'],
    ],
  ],
]

describe('levels', () => {
  it.each(frequencies)('of %s in %s include the lower edge', (metric, year, edges) => {
    for (const [value, at, beyond] of edges) {
      expect(levelOf(metric, value * 1.000001, year)).toBe(at)
      expect(levelOf(metric, value, year)).toBe(at)
      expect(levelOf(metric, value * 0.999999, year)).toBe(beyond)
    }
  })

  it.each(rates)('of %s in %s include the upper edge', (metric, year, edges) => {
    for (const [value, at, beyond] of edges) {
      expect(levelOf(metric, value - 0.000001, year)).toBe(at)
      expect(levelOf(metric, value, year)).toBe(at)
      expect(levelOf(metric, value + 0.000001, year)).toBe(beyond)
    }
  })

  it.each(times)('of %s in %s end below the edge', (metric, year, edges) => {
    for (const [value, before, at] of edges) {
      expect(levelOf(metric, value - 0.001, year)).toBe(before)
      expect(levelOf(metric, value, year)).toBe(at)
      expect(levelOf(metric, value + 0.001, year)).toBe(at)
    }
  })

  it('reach the edge with the divisions that metrics make', () => {
    expect(levelOf('deploymentFrequency', 3 / 90, 2026)).toBe('high')
    expect(levelOf('deploymentFrequency', 2 / 364, 2026)).toBe('medium')
    expect(levelOf('deploymentFrequency', 2 / 365, 2026)).toBe('low')
    expect(levelOf('deploymentFrequency', 4 / 28, 2023)).toBe('high')
    expect(levelOf('changeFailureRate', 1 / 20, 2026)).toBe('elite')
    expect(levelOf('changeFailureRate', 3 / 30, 2026)).toBe('high')
    expect(levelOf('changeFailureRate', 6 / 40, 2026)).toBe('medium')
  })

  it('are elite or low at the ends', () => {
    for (const year of benchmarkYears) {
      expect(levelOf('deploymentFrequency', 0, year)).toBe('low')
      expect(levelOf('changeFailureRate', 0, year)).toBe('elite')
      expect(levelOf('changeFailureRate', 1, year)).toBe('low')
      expect(levelOf('leadTime', 0, year)).toBe('elite')
      expect(levelOf('recoveryTime', Number.MAX_VALUE, year)).toBe('low')
    }
  })

  it('come in years, and 2026 is the one without a choice', () => {
    expect(benchmarkYears).toEqual([2023, 2026])
    expect(defaultBenchmarkYear).toBe(2026)
    expect(defaultChoices.benchmarkYear).toBe(2026)
  })

  it('say their edges in words', () => {
    expect(levelEdges('deploymentFrequency', 2026)).toEqual([
      { level: 'elite', text: 'at least 1 a day', edge: 1 },
      { level: 'high', text: 'at least 1 a month', edge: 1 / 30 },
      { level: 'medium', text: 'at least 1 in 6 months', edge: 1 / 182 },
      { level: 'low', text: 'less', edge: null },
    ])
    expect(levelEdges('leadTime', 2023).map(({ text }) => text)).toEqual([
      'less than 1 day',
      'less than 1 week',
      'less than 1 month',
      'more',
    ])
  })

  it('are refused for a year without a table', () => {
    expect(() => levelOf('leadTime', 1, 2024)).toThrow('There is no table of levels for 2024. Choose 2023 or 2026.')
    expect(() => levelEdges('leadTime', 1999)).toThrow(RangeError)
  })
})
