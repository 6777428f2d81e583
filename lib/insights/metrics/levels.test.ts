import { describe, expect, it } from 'vitest'
import { type Level, type LeveledMetric, levelEdges, levelNeeds, levelOf, levelsReport } from './levels'

const [hour, day, week, month] = [3600, 86_400, 604_800, 2_592_000]

/** The level of a value with sample enough. */
const of = (metric: LeveledMetric, value: number) => levelOf(metric, value, 10).level

describe('levels of the Accelerate State of DevOps Report 2023', () => {
  it.each<[value: number, at: Level, beyond: Level]>([
    [1, 'elite', 'high'],
    [1 / 7, 'high', 'medium'],
    [1 / 30, 'medium', 'low'],
  ])('of frequency include the lower edge %d', (value, at, beyond) => {
    expect(of('deploymentFrequency', value * 1.000001)).toBe(at)
    expect(of('deploymentFrequency', value)).toBe(at)
    expect(of('deploymentFrequency', value * 0.999999)).toBe(beyond)
  })

  it.each<[value: number, at: Level, beyond: Level]>([
    [0.05, 'elite', 'high'],
    [0.1, 'high', 'medium'],
    [0.15, 'medium', 'low'],
  ])('of change failure rate include the upper edge %d', (value, at, beyond) => {
    expect(of('changeFailureRate', value - 0.000001)).toBe(at)
    expect(of('changeFailureRate', value)).toBe(at)
    expect(of('changeFailureRate', value + 0.000001)).toBe(beyond)
  })

  it.each<[metric: LeveledMetric, value: number, before: Level, at: Level]>([
    ['leadTime', day, 'elite', 'high'],
    ['leadTime', week, 'high', 'medium'],
    ['leadTime', month, 'medium', 'low'],
    ['recoveryTime', hour, 'elite', 'high'],
    ['recoveryTime', day, 'high', 'medium'],
    ['recoveryTime', week, 'medium', 'low'],
  ])('of %s end below the edge %d', (metric, value, before, at) => {
    expect(of(metric, value - 0.001)).toBe(before)
    expect(of(metric, value)).toBe(at)
    expect(of(metric, value + 0.001)).toBe(at)
  })

  it('reach the edge with the divisions that metrics make', () => {
    expect(of('deploymentFrequency', 4 / 28)).toBe('high')
    expect(of('deploymentFrequency', 3 / 90)).toBe('medium')
    expect(of('deploymentFrequency', 12 / 365)).toBe('low')
    expect(of('changeFailureRate', 1 / 20)).toBe('elite')
    expect(of('changeFailureRate', 3 / 30)).toBe('high')
    expect(of('changeFailureRate', 6 / 40)).toBe('medium')
  })

  it('are elite or low at the ends', () => {
    expect(of('deploymentFrequency', 0)).toBe('low')
    expect(of('changeFailureRate', 0)).toBe('elite')
    expect(of('changeFailureRate', 1)).toBe('low')
    expect(of('leadTime', 0)).toBe('elite')
    expect(of('recoveryTime', Number.MAX_VALUE)).toBe('low')
  })

  it('say their edges in words, and where they come from', () => {
    expect(levelEdges('deploymentFrequency')).toEqual([
      { level: 'elite', text: 'at least 1 a day' },
      { level: 'high', text: 'at least 1 a week' },
      { level: 'medium', text: 'at least 1 a month' },
      { level: 'low', text: 'less' },
    ])
    expect(levelEdges('leadTime')?.map(({ text }) => text)).toEqual([
      'less than 1 day',
      'less than 1 week',
      'less than 1 month',
      'more',
    ])
    expect(levelsReport).toEqual({
      title: 'Accelerate State of DevOps Report 2023',
      url: 'https://dora.dev/research/2023/dora-report/',
    })
  })
})

describe('a level needs a sample', () => {
  it.each<[metric: LeveledMetric, few: number, noLevel: string]>([
    ['deploymentFrequency', 9, 'No level: 9 of 10 successful deployments needed'],
    ['leadTime', 9, 'No level: 9 of 10 pull requests needed'],
    ['changeFailureRate', 9, 'No level: 9 of 10 deployments needed'],
    ['recoveryTime', 4, 'No level: 4 of 5 incidents needed'],
  ])('of %s more than %d rows', (metric, few, noLevel) => {
    expect(levelOf(metric, 0, few)).toEqual({ level: null, noLevel })
    expect(levelOf(metric, 0, few + 1)).toMatchObject({ level: expect.any(String), noLevel: null })
    expect(levelNeeds).toContain(String(few + 1))
  })

  it('and a value', () => {
    expect(levelOf('recoveryTime', null, 0)).toEqual({ level: null, noLevel: null })
  })
})
