import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { env, parseEnv } from '@/lib/core/env'
import { cert, key } from '@/lib/testing/certificate'
import { type Pooler, startPgbouncer } from '@/lib/testing/pgbouncer'

const folder = mkdtempSync(path.join(tmpdir(), 'ssl-'))
const [keyFile, certFile, otherFile] = ['key.pem', 'cert.pem', 'other.pem'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
]
let server: Pooler

beforeAll(async () => {
  writeFileSync(certFile, cert)
  writeFileSync(otherFile, rootCertificates[0] ?? '')
  writeFileSync(keyFile, key)
  server = await startPgbouncer(env().DATABASE_URL ?? '', {
    pool_mode: 'session',
    client_tls_sslmode: 'require',
    client_tls_cert_file: certFile,
    client_tls_key_file: keyFile,
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Its certificate is that of localhost. */
it.each([
  ['127.0.0.1', {}, 'refused'],
  ['127.0.0.1', { sslmode: 'disable' }, 'refused'],
  ['127.0.0.1', { sslmode: 'require' }, 'connected'],
  ['127.0.0.1', { sslmode: 'require', sslrootcert: certFile }, 'connected'],
  ['127.0.0.1', { sslmode: 'require', sslrootcert: otherFile }, 'refused'],
  ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: certFile }, 'connected'],
  ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: otherFile }, 'refused'],
  ['127.0.0.1', { sslmode: 'verify-full', sslrootcert: certFile }, 'refused'],
  ['localhost', { sslmode: 'verify-full', sslrootcert: certFile }, 'connected'],
  ['localhost', { sslmode: 'verify-full' }, 'refused'],
])('a server with TLS, as %s with %j: %s', async (host, parameters, expected) => {
  const url = new URL(server.url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const client = new pg.Client({ connectionString: parseEnv({ DATABASE_URL: url.href }).DATABASE_URL ?? '' })
  const connected = client.connect().then(
    () => 'connected',
    () => 'refused',
  )
  expect(await connected).toBe(expected)
  await client.end().catch(() => undefined)
})
