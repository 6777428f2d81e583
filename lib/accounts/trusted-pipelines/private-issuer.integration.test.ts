import { expect, test, vi } from 'vitest'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { findIssuerKey } from './issuer-keys'

vi.hoisted(() => {
  process.env.PRIVATE_HOSTS = 'refuse'
})

test('where private addresses are refused, no key is read from one', async () => {
  const server = await startAnsweringServer((_, response) => response.end('{}'))
  const { port } = server
  const addresses = [
    `http://127.0.0.1:${port}`,
    `https://127.0.0.1:${port}`,
    `https://[::ffff:7f00:1]:${port}`,
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
  ]
  for (const address of addresses) expect(await findIssuerKey(address, 'any', 1), address).toBeNull()
  await expect(findIssuerKey(`http://localhost:${port}`, 'any', 1)).rejects.toMatchObject({ code: 'unavailable' })
  expect(server.connections()).toBe(0)
  await server.stop()
})
