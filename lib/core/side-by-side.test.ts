import { expect, test } from 'vitest'
import { sideBySide } from './side-by-side'

type Item = { key: string; at: number }

const items = (keys: string): Item[] => [...keys].map((key, at) => ({ key, at }))
const keyOf = ({ key }: Item) => key

test('as many run at once as may, those of one key one after the other in their order', async () => {
  const running: Item[] = []
  const ended: Item[] = []
  let max = 0
  await sideBySide(items('aabacdaebf'), { atOnce: 3, keyOf }, async (item) => {
    expect(running.map(keyOf)).not.toContain(item.key)
    running.push(item)
    max = Math.max(max, running.length)
    for (let turn = 0; turn < 5 - (item.at % 3); turn += 1) await Promise.resolve()
    running.splice(running.indexOf(item), 1)
    ended.push(item)
  })
  expect(max).toBeGreaterThan(1)
  expect(max).toBeLessThanOrEqual(3)
  expect(ended).toHaveLength(10)
  const ofA = ended.filter(({ key }) => key === 'a').map(({ at }) => at)
  expect(ofA).toEqual([0, 1, 3, 6])
})

test('an item is taken only when there is room for it', async () => {
  let taken = 0
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  async function* source() {
    for (const item of items('abcdefgh')) {
      taken += 1
      yield item
    }
  }
  const all = sideBySide(source(), { atOnce: 3, keyOf }, () => gate)
  await expect.poll(() => taken).toBe(3)
  open()
  await all
  expect(taken).toBe(8)
})

test('after a failure no more begins, and it is reported once what runs is done', async () => {
  const ended: number[] = []
  const work = async ({ at }: Item) => {
    await Promise.resolve()
    if (at === 1) throw new Error('full')
    await Promise.resolve()
    ended.push(at)
  }
  await expect(sideBySide(items('abcdefgh'), { atOnce: 2, keyOf }, work)).rejects.toThrow('full')
  expect(ended).toEqual([0])
})
