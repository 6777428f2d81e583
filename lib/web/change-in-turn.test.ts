import { expect, it } from 'vitest'
import { changeAccountInTurn, changeInTurn } from './change-in-turn'

it('changes of accounts, however many, hold up no change of an organization', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const accounts = Array.from({ length: 100 }, (_, id) => changeAccountInTurn(id + 1, () => held))
  let isDone = false
  const done = changeInTurn({ organizationId: 1, userId: 1_000 }, async () => {
    isDone = true
  })
  // A turn that is free begins within one round.
  await new Promise((next) => setImmediate(next))
  expect(isDone).toBe(true)
  release()
  await Promise.all([done, ...accounts])
})
