import { scrypt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type NameServer, startNameServer } from '@/lib/testing/name-server'
import { resolveName } from './resolve-name'

let folder: string
let hostsFile: string
let resolverFile: string
const servers: NameServer[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'names-'))
  hostsFile = join(folder, 'hosts')
  resolverFile = join(folder, 'resolv.conf')
})

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await rm(folder, { recursive: true })
})

async function start(known: Record<string, string> | null): Promise<NameServer> {
  const server = await startNameServer(known)
  servers.push(server)
  return server
}

function resolve(name: string, server: NameServer) {
  return resolveName(name, { servers: [server.address], hostsFile, resolverFile })
}

it('queries the name servers', async () => {
  const server = await start({ 'git.example.com': '192.0.2.7' })
  expect(await resolve('Git.Example.com.', server)).toEqual([{ address: '192.0.2.7', family: 4 }])
  await expect(resolve('other.example.com', server)).rejects.toThrow('No address of other.example.com')
})

it('takes a name of the hosts file, of both families, and queries nothing else for it', async () => {
  const server = await start({ 'git.example.com': '192.0.2.7' })
  await writeFile(hostsFile, '# git.example.com\n10.0.0.7\tgit.example.com git # ours\r\nfd12::7 GIT.example.com\n')
  const addresses = [
    { address: '10.0.0.7', family: 4 },
    { address: 'fd12::7', family: 6 },
  ]
  expect(await resolve('git.example.com', server)).toEqual(addresses)
  expect(await resolve('git', server)).toEqual(addresses.slice(0, 1))
  expect(server.queries).toEqual([])
})

it('tries the search domains of the system after the name itself', async () => {
  const server = await start({ 'gitlab.tools.svc.cluster.example': '10.0.0.7' })
  await writeFile(resolverFile, 'nameserver 127.0.0.1\nsearch a.example svc.cluster.example\noptions ndots:5\n')
  expect(await resolve('gitlab.tools', server)).toEqual([{ address: '10.0.0.7', family: 4 }])
  const inTurn = ['gitlab.tools', 'gitlab.tools.a.example', 'gitlab.tools.svc.cluster.example']
  expect([...new Set(server.queries)]).toEqual(inTurn)
})

it('looks up as the system does what no name server of the Internet has', async () => {
  const server = await start({ localhost: '192.0.2.7' })
  const addresses = await resolve('localhost', server)
  expect(['127.0.0.1', '::1']).toContain(addresses[0]?.address)
  expect(server.queries).toEqual([])
})

it('looks up one new name at a time as the system does, in all parts of a server', async () => {
  ;(globalThis as { leadlineNameLookUps?: unknown }).leadlineNameLookUps = undefined
  let [running, maxRunning] = [0, 0]
  const lookup = async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    await setImmediate()
    running -= 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  vi.doMock('node:dns/promises', async (original) => ({ ...(await original<object>()), lookup }))
  onTestFinished(() => void vi.doUnmock('node:dns/promises'))
  const lookups: Promise<unknown>[] = []
  for (const part of ['instrumentation', 'page']) {
    vi.resetModules()
    const { resolveName: resolveApart } = await import('./resolve-name')
    for (const name of ['git', 'registry']) lookups.push(resolveApart(`${name}-${part}`, { hostsFile }))
  }
  await Promise.all(lookups)
  expect(maxRunning).toBe(1)
})

it('takes an address for what it is', async () => {
  const server = await start({})
  expect(await resolve('192.0.2.7', server)).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(await resolve('2001:db8::7', server)).toEqual([{ address: '2001:db8::7', family: 6 }])
})

it('gives up a name server that never answers, and takes no thread from others meanwhile', async () => {
  const server = await start(null)
  const order: string[] = []
  const names = Promise.allSettled(
    Array.from({ length: 16 }, async (_, index) => resolve(`n${index}.example.com`, server)),
  ).then((outcomes) => {
    order.push('names')
    return outcomes
  })
  await expect.poll(() => new Set(server.queries).size, { timeout: 30_000 }).toBe(16)
  await promisify(scrypt)('password', 'salt', 32)
  order.push('password')
  expect((await names).map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 'rejected'))
  expect(order).toEqual(['password', 'names'])
})
