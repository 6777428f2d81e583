import { expect, it } from 'vitest'
import { runsOf } from './runs'

it('joins neighbours and breaks where there is no value; 0 is one', () => {
  const runs = runsOf([null, 0, 2, null, null, 5])
  expect(runs.map((run) => run.map(({ index }) => index))).toEqual([[1, 2], [5]])
  expect(runsOf([null, null])).toEqual([])
})
