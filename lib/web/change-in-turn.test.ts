import { expect, it } from 'vitest'
import { noteLetIn, noteMember } from '@/lib/accounts/members/crowd-of-person'
import { changeAccountInTurn, changeInTurn, markInTurn } from './change-in-turn'

it('changes of accounts, however many an organization has, hold up no change of an organization or of other people', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const people = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const person of people) noteLetIn(person, 1)
  noteLetIn(1_000, 2)
  const changes = people.map((person) => changeAccountInTurn(person, () => held).catch(({ code }) => code))
  const done: string[] = []
  const others = [
    changeInTurn({ organizationId: 1, userId: 1_000 }, async () => void done.push('organization')),
    changeAccountInTurn(1_000, async () => void done.push('account')),
  ]
  // A turn that is free begins within one round.
  await new Promise((next) => setImmediate(next))
  expect(done).toEqual(['organization', 'account'])
  release()
  await Promise.all(others)
  // One has a turn, 24 wait.
  expect((await Promise.all(changes)).filter((code) => code === 'unavailable')).toHaveLength(75)
})

it('who is a member of nothing waits for no other such person longer than for one change', async () => {
  const done: string[] = []
  const change = (userId: number, name: string) =>
    changeAccountInTurn(userId, async () => {
      await new Promise((next) => setImmediate(next))
      done.push(name)
    }).catch(() => undefined)
  for (const userId of [2_001, 2_002, 2_003, 2_004]) noteMember(userId, 0)
  const crowd = [2_001, 2_002, 2_003].flatMap((userId) => Array.from({ length: 12 }, () => change(userId, 'crowd')))
  await Promise.all([...crowd, change(2_004, 'newcomer')])
  expect(done.indexOf('newcomer')).toBeGreaterThanOrEqual(0)
  expect(done.indexOf('newcomer')).toBeLessThan(5)
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
