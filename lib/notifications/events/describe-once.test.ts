import { expect, it } from 'vitest'
import { describeOnce } from './describe-once'
import type { Occurrence } from './occurrence'

let described: string[] = []

const occurrence = (key: string): Occurrence => ({
  topic: 'failed',
  type: 'deployment.failed',
  key,
  at: new Date(0),
  service: null,
  describe: async () => {
    described.push(key)
    const link = { text: 'Open', url: 'https://leadline.example' }
    return { at: new Date(0), data: {}, message: { title: key, summary: null, facts: [], list: null, link } }
  },
})

it('each is described once, and what is left after ten seconds is not', async () => {
  described = []
  let now = 0
  const [first, second] = describeOnce([occurrence('first'), occurrence('second')], () => now)
  for (let destinations = 0; destinations < 20; destinations += 1)
    expect(await first?.describe()).toMatchObject({ message: { title: 'first' } })
  now = 10_001
  await expect(second?.describe()).rejects.toThrow('too long')
  expect(await first?.describe()).toMatchObject({ message: { title: 'first' } })
  expect(described).toEqual(['first'])
})
