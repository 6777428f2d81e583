import { expect, it } from 'vitest'
import { createConnected } from '@/lib/testing/host-webhooks'
import { openInteractiveReader, openReader } from './open-reader'

const connect = async (baseUrl: string) => {
  const { organizationId, id } = (await createConnected('gitlab', { baseUrl })).connection
  return [organizationId, id] as const
}

it('opens what may be a host', async () => {
  expect((await openReader(...(await connect('http://127.0.0.1:1')))).host).toBe('gitlab')
})

it.each([
  'https://169.254.169.254',
  'https://[::a9fe:a9fe]',
  'https://[64:ff9b:1::a9fe:a9fe]',
  // No network is queried for a name whose label is longer than 63 characters.
  `https://${'x'.repeat(64)}.invalid`,
])('calls nothing at %s, whenever it was entered, and comes back later', async (baseUrl) => {
  const reader = await openInteractiveReader(...(await connect(baseUrl)))
  await expect(reader.readRepositories(null)).rejects.toMatchObject({
    kind: 'later',
    message: expect.stringContaining('leads to no address that connections may use'),
  })
})
