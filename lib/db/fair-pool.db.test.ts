import { expect, it, onTestFinished } from 'vitest'
import { findClaimantsBy } from '@/lib/core/current-claimant'
import { db } from '@/lib/db/db'

it('a query waits for those of its own organization, not for all that another one asks', async () => {
  let crowd = 'many'
  findClaimantsBy(() => ({ crowd, one: 'a person' }))
  onTestFinished(() => findClaimantsBy(() => null))
  const { people } = db()
  const held = await Promise.all(Array.from({ length: 8 }, () => people.connect()))
  const done: string[] = []
  const ask = (name: string) => people.query('SELECT').then(() => done.push(name))
  const asked = Array.from({ length: 100 }, () => ask('many'))
  crowd = 'few'
  asked.push(
    ask('few'),
    db().prisma.$queryRaw`SELECT 1`.then(() => done.push('few')),
  )
  await expect.poll(() => people.waitingCount).toBe(102)
  held.pop()?.release()
  await Promise.all(asked)
  const last = done.lastIndexOf('few')
  expect(last).toBeLessThan(10)
  for (const client of held) client.release()
})

it('a connection that is lost or cannot be made leaves room for the next one', async () => {
  const { people } = db()
  for (let count = 0; count < 20; count += 1) {
    const client = await people.connect()
    client.on('error', () => undefined)
    client.release(new Error('lost'))
    await expect(people.query('SELECT nonsense')).rejects.toThrow('nonsense')
  }
  expect((await Promise.all(Array.from({ length: 30 }, () => people.query('SELECT 1 AS one')))).length).toBe(30)
})
