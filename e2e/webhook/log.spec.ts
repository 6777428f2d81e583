import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { withTcpProxy } from '@/bench/guarantees/tcp-proxy'
import { createMember, createTenant, deploymentBody } from '@/lib/testing/factories'
import { post } from '../support/servers'
import { sessionCookie } from '../support/sessions'
import { test } from '../support/webhook-test'

test('every line of the log is JSON, in an outage as well, and requests are in it without their secrets', async ({
  served,
  startExtra,
}) => {
  const { organization, token } = await createTenant()
  const { name, value } = await sessionCookie((await createMember(organization.id, 'owner')).id)
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline log '))
  const file = path.join(folder, 'log')
  const messages = openSync(file, 'w')
  await withTcpProxy(process.env.DATABASE_URL ?? '', async ({ url, setMode }) => {
    const server = await startExtra({ DATABASE_URL: url, ACCESS_LOG: 'on' }, messages)
    closeSync(messages)
    const headers = { Cookie: `${name}=${value}`, Authorization: `Bearer ${token}` }
    const pages = ['', '/insights', '/settings/members', '/deployments/csv'].map(
      (page) => `/${organization.slug}${page}`,
    )
    const others = [
      '/readyz',
      '/profile',
      '/api/v1/metrics',
      '/api/auth/session',
      '/invite/hush-hush',
      '/nothing?token=hush',
    ]
    // The event first: next to ten pages on a busy machine it may have to wait for longer than it has time.
    const askAll = async () => {
      await post(server.url, token, deploymentBody())
      await Promise.all(
        [...pages, ...others].map((address) => fetch(server.url + address, { headers, redirect: 'manual' })),
      )
    }
    await askAll()
    for (const mode of ['refused', 'deaf'] as const) {
      await setMode(mode)
      await askAll()
    }
    await setMode('through')
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })
  const text = await readFile(file, 'utf8')
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  for (const line of lines) expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String) })
  expect(lines.map(({ event }) => event)).toContain('not ready')
  expect(lines).toContainEqual({
    time: expect.any(String),
    level: 'info',
    event: 'request',
    method: 'POST',
    path: '/api/webhooks/deployments',
    status: 201,
    milliseconds: expect.any(Number),
    address: '127.0.0.1',
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const statuses = lines.filter(({ path }) => path === '/api/webhooks/deployments').map(({ status }) => status)
  expect(statuses).toEqual([201, 503, 503])
  if (served === 'next') expect(lines).toContainEqual(expect.objectContaining({ path: '/invite/***' }))
  for (const secret of ['hush', token, value]) expect(text).not.toContain(secret)
  await rm(folder, { recursive: true })
})
