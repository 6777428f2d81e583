import { expect, it } from 'vitest'
import { createConnected } from '@/lib/testing/host-webhooks'
import { openReader } from './open-reader'

const open = async (baseUrl: string) => openReader((await createConnected('gitlab', { baseUrl })).connection.id)

it('opens what may be a host', async () => {
  expect((await open('http://127.0.0.1:1')).host).toBe('gitlab')
})

it('opens no address that connections may not use, whenever it was entered', async () => {
  await expect(open('https://169.254.169.254')).rejects.toMatchObject({ code: 'invalid' })
  await expect(open('https://[::a9fe:a9fe]')).rejects.toMatchObject({ code: 'invalid' })
})

it('comes back later to a name that leads nowhere now', async () => {
  // No network is asked for a name whose label is longer than 63 characters.
  await expect(open(`https://${'x'.repeat(64)}.invalid`)).rejects.toMatchObject({ kind: 'later' })
})
