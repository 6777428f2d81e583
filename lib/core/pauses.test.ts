import { expect, it } from 'vitest'
import { createPauses } from './pauses'

/** Keeps the process busy, as work of someone else. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('others have their turn until they wait, or have had as long', async () => {
  let turns = 0
  const others = () => {
    turns += 1
    work(1)
    if (turns < 1_000) setImmediate(others)
  }
  const pause = createPauses()
  setImmediate(others)
  work(200)
  await pause()
  expect(turns).toBeGreaterThan(2)
  expect(turns).toBeLessThan(1_000)
  turns = 1_000
})
