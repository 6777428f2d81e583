import { expect, test } from 'vitest'
import { type SharedTurn, shareTurn } from './share-turn'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A reader whose answers are made of parts that end when they are told to. */
function reader(id: number) {
  const member = { organization: { id }, user: { id } }
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const answer = () => {
    const shared: SharedTurn = { current: null }
    return (name: string, options?: { mustRun: boolean }) =>
      shareTurn(
        shared,
        member,
        () => {
          begun.push(name)
          return new Promise<void>((resolve) => ends.set(name, resolve))
        },
        options,
      )
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    await settle()
  }
  return { answer, begun, end }
}

test('parts of one answer take one turn, which is free when the last of them has ended', async () => {
  const { answer, begun, end } = reader(1)
  const [first, second, third] = [answer(), answer(), answer()]
  const all = [first('title'), first('page'), second('page of second'), third('page of third')]
  await settle()
  expect(begun).toEqual(['title', 'page', 'page of second'])
  await end('title')
  expect(begun).not.toContain('page of third')
  await end('page')
  expect(begun).toContain('page of third')
  await end('page of second')
  await end('page of third')
  await Promise.all(all)
})

test('all parts of an answer that is refused are refused; one that has begun is not', async () => {
  const { answer, begun, end } = reader(2)
  const names = Array.from({ length: 10 }, (_, index) => `page ${index}`)
  const taken = names.map((name) => answer()(name))
  const refused = answer()
  const section = answer()('section', { mustRun: true })
  await settle()
  const outcomes = await Promise.allSettled([refused('title'), refused('page of refused')])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  for (const name of names) await end(name)
  await end('section')
  await Promise.all([...taken, section])
  expect(begun).toEqual([...names, 'section'])
})
