import { expect, it } from 'vitest'
import { hostTransaction, ingestConnection } from '@/lib/db/ingest-for'
import { never } from '@/lib/db/transaction'

it('of host webhooks two of an organization and five in all run at once, and events go on', async () => {
  const running: number[] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const webhook = (organizationId: number) =>
    hostTransaction(organizationId, never, () => {
      running.push(organizationId)
      return ended
    })
  const webhooks = [1, 2, 3].flatMap((organizationId) => Array.from({ length: 10 }, () => webhook(organizationId)))
  await expect.poll(() => running.length).toBe(5)
  expect(running.toSorted()).toEqual([1, 1, 2, 2, 3])
  expect(await ingestConnection(4, never, async () => 'stored')).toBe('stored')
  expect(await ingestConnection(1, never, async () => 'stored')).toBe('stored')
  expect(running).toHaveLength(5)
  end()
  await Promise.all(webhooks)
  expect(running).toHaveLength(30)
})

it('a host webhook that was given up sends no more statements', async () => {
  const controller = new AbortController()
  const answers: unknown[] = []
  const received = hostTransaction(1, controller.signal, async (client) => {
    answers.push((await client.query('SELECT 1 AS one')).rows)
    controller.abort(new Error('its time is up'))
    answers.push((await client.query('SELECT 2 AS two')).rows)
  })
  await expect(received).rejects.toThrow('its time is up')
  expect(answers).toEqual([[{ one: 1 }]])
})
