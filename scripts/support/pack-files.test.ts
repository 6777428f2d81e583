import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendPacked } from '@/lib/web/packed-files'
import { packFiles } from './pack-files'

let build: string

beforeAll(async () => {
  build = await mkdtemp(path.join(tmpdir(), 'leadline packed '))
  await mkdir(path.join(build, 'static', 'chunks'), { recursive: true })
  for (const [name, length] of [
    ['chunks/large.js', 5_000],
    ['chunks/small.js', 500],
    ['font.woff2', 5_000],
  ] as const) {
    await writeFile(path.join(build, 'static', name), 'x'.repeat(length))
  }
  await packFiles(path.join(build, 'static'))
  vi.stubEnv('LEADLINE_BUILD', build)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(build, { recursive: true })
})

/** What becomes of a request for a file: where it leads, what is left of what it takes, and the headers of its answer. */
function send(url: string, encoding?: string) {
  const headers: Record<string, string | undefined> = { 'accept-encoding': encoding }
  const request = { url, headers } as unknown as IncomingMessage
  const sent = new Map<string, string>()
  sendPacked(request, {
    setHeader: (name: string, value: string) => sent.set(name, value),
  } as unknown as ServerResponse)
  return { url: request.url, takes: headers['accept-encoding'], headers: Object.fromEntries(sent) }
}

const large = '/_next/static/chunks/large.js'
const asItIs = { url: large, takes: undefined, headers: { Vary: 'Accept-Encoding' } }

it.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'GZIP'])(
  'who takes %s gets what the build packed',
  (encoding) => {
    expect(send(large, encoding)).toEqual({
      url: `${large}.gz`,
      takes: undefined,
      headers: {
        Vary: 'Accept-Encoding',
        'Content-Encoding': 'gzip',
        'Content-Type': 'application/javascript; charset=UTF-8',
      },
    })
  },
)

it.each([undefined, 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0, br'])('who takes %s gets it as it is', (encoding) => {
  expect(send(large, encoding)).toEqual(asItIs)
})

it.each(['/_next/static/chunks/small.js', '/_next/static/font.woff2', '/_next/static/none.js', '/favicon.ico'])(
  '%s is packed by none: neither by the build nor for a request',
  (url) => {
    expect(send(url, 'gzip')).toEqual({ url, takes: undefined, headers: {} })
  },
)
