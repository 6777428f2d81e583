import { expect, it } from 'vitest'
import { checkAddress } from './check-address'
import { openNetwork } from './network'

const allowing = openNetwork('allow')
const refusing = openNetwork('refuse')

// No network is queried for a name whose label is longer than 63 characters.
const nowhere = `${'x'.repeat(64)}.invalid`

it.each(['http://localhost:1', 'http://127.0.0.1:1', 'http://[::1]:1', 'http://10.0.0.1'])(
  '%s may be called where private hosts are allowed',
  async (url) => {
    await expect(checkAddress(url, allowing)).resolves.toBeUndefined()
  },
)

it.each([
  'https://169.254.169.254',
  'https://[::ffff:a9fe:a9fe]',
  'https://[::ffff:0:a9fe:a9fe]',
  'https://[64:ff9b:1::a9fe:a9fe]',
  'https://2852039166',
  'https://0xa9fea9fe',
  'https://0251.0376.0251.0376',
  'https://169.254.43518',
  'https://192.0.0.192',
  `https://${nowhere}`,
])('%s may not', async (url) => {
  const { hostname } = new URL(url)
  await expect(checkAddress(url, allowing)).rejects.toMatchObject({
    code: 'invalid',
    message: `${hostname.replace(/[[\]]/g, '')} leads to no address that connections may use. Check the address, and the DNS of this server.`,
  })
})

it.each(['localhost', '127.0.0.1', '10.0.0.1', '169.254.169.254', nowhere])(
  'where they are refused, %s is as any other name, and the setting is named',
  async (name) => {
    await expect(checkAddress(`http://${name}:1`, refusing)).rejects.toMatchObject({
      code: 'invalid',
      message: `${name} leads to no public address. This server calls private ones only if its operator sets PRIVATE_HOSTS=allow.`,
    })
  },
)

it('a name of which one address is private is not called', async () => {
  const addresses = ['140.82.121.3', '10.0.0.1'].map((address) => ({ address, family: 4 }))
  const network = openNetwork('refuse', async () => addresses)
  await expect(checkAddress('https://git.example.com', network)).rejects.toThrow('PRIVATE_HOSTS')
})
