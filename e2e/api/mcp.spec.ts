import { spawn } from 'node:child_process'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from '@playwright/test'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { db } from '@/lib/db/db'
import { questions } from '@/lib/questions/registry'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { projectRoot } from '@/scripts/support/project-root'
import { post, serverUrls } from '../support/servers'

test.afterAll(() => db().close())

async function tenantWithReadKey() {
  const tenant = await createTenant({ plan: 'business' })
  const { token: readKey } = await createApiKey(operatorOf(tenant.organization.id), 'assistant', 'read')
  return { ...tenant, readKey }
}

/** There is none here. */
const ofPullRequests = ['is_pull_request_live', 'get_deployment_risk']

test('every tool answers, whichever process is asked', async () => {
  const { token, readKey } = await tenantWithReadKey()
  const { body } = await post(serverUrls()[0], token, deploymentBody())
  for (const url of serverUrls()) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
    const requestInit = { headers: { Authorization: `Bearer ${readKey}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
    const needed: Record<string, object> = { get_deployment: { id: body.deploymentId } }
    for (const { name } of questions.filter(({ name }) => !ofPullRequests.includes(name))) {
      const answer = await client.callTool({ name, arguments: { ...needed[name] } })
      expect.soft(answer.isError, `${name}: ${JSON.stringify(answer.content)}`).toBeFalsy()
    }
    await client.close()
  }
})

for (const revision of ['2025-11-25', '2026-07-28']) {
  test(`the published conformance suite of ${revision} finds only what it cannot ask of Leadline`, async () => {
    const { readKey } = await tenantWithReadKey()
    const { url, close } = await withKey(readKey)
    const { code, output } = await conformance([
      ...['--url', `${url}/mcp`, '--suite', 'all', '--spec-version', revision],
      ...['--expected-failures', path.join(projectRoot, `e2e/support/conformance-${revision}.yml`)],
    ])
    await close()
    expect(code, output).toBe(0)
    expect(output).toContain('✓ tools-list')
  })
}

/** The suite sends no key, and takes the address that it is given for the server's own: this sends its requests on. */
async function withKey(key: string): Promise<{ url: string; close: () => Promise<void> }> {
  const target = new URL(serverUrls()[0])
  const server: Server = createServer((incoming, outgoing) => {
    const { method, url, headers: given } = incoming
    const headers = { ...given, authorization: `Bearer ${key}` }
    if (given.origin?.endsWith(`:${own().port}`)) headers.origin = target.origin
    const onward = send({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const own = () => server.address() as AddressInfo
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${own().port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function conformance(args: string[]): Promise<{ code: number | null; output: string }> {
  const suite = path.join(projectRoot, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const hooks = path.join(projectRoot, 'e2e/support/conformance-fs.mjs')
  const register = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register('file://${hooks}')`)}`
  const child = spawn(process.execPath, ['--import', register, suite, 'server', ...args])
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })))
}
