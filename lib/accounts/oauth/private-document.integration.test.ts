import { expect, test, vi } from 'vitest'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { readClientDocument } from './client-document'

vi.hoisted(() => {
  process.env.PRIVATE_HOSTS = 'refuse'
})

test('where private addresses are refused, no document is fetched from one', async () => {
  const server = await startAnsweringServer((_, response) => response.end('{}'))
  const { port } = server
  const addresses = [
    `http://127.0.0.1:${port}`,
    `http://localhost:${port}`,
    `https://127.0.0.1:${port}`,
    `https://localhost:${port}`,
    `https://[::ffff:7f00:1]:${port}`,
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
  ]
  for (const [user, address] of addresses.entries()) {
    await expect(readClientDocument(`${address}/client.json`, user), address).rejects.toMatchObject({ code: 'invalid' })
  }
  expect(server.connections()).toBe(0)
  await server.stop()
})
