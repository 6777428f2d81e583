import { expect, it } from 'vitest'
import { changeAccountInTurn, changeInTurn, markInTurn } from './change-in-turn'

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

it('of changes that mark very many deployments two run at once, one of an organization, and others go on', async () => {
  const running: number[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const mark = (organizationId: number) =>
    markInTurn({ organizationId, userId: organizationId }, () => {
      running.push(organizationId)
      return held
    })
  const marks = [1, 1, 2, 2, 3].map(mark)
  await new Promise((next) => setImmediate(next))
  expect(running).toEqual([1, 2])
  const others = [1, 3, 4, 5].map((organizationId) =>
    changeInTurn({ organizationId, userId: 10 + organizationId }, async () => organizationId),
  )
  expect(await Promise.all(others)).toEqual([1, 3, 4, 5])
  release()
  await Promise.all(marks)
  expect(running.toSorted()).toEqual([1, 1, 2, 2, 3])
})
