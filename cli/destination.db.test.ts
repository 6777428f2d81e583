import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createDestination } from '@/lib/notifications/destinations/create'
import { createTenant } from '@/lib/testing/factories'
import { startReceiver } from '@/lib/testing/receiver'

const leadlineFile = fileURLToPath(new URL('./leadline.mjs', import.meta.url))

type Run = { code: number; stdout: string; stderr: string }

function leadline(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [leadlineFile, ...args], { cwd: tmpdir() }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}

it('leadline destination lists destinations without their secrets, and sends tests', async () => {
  const { organization } = await createTenant({ plan: 'business' })
  const run = (name: string, ...args: string[]) => leadline('destination', name, '--org', organization.slug, ...args)
  expect((await run('list')).stdout).toBe('There is no destination.\n')

  let status = 204
  const receiver = await startReceiver((response) => void response.writeHead(status).end())
  const { host } = new URL(receiver.url)
  const { id } = await createDestination(operatorOf(organization.id), {
    ...{ kind: 'webhook', name: 'Release bot', url: receiver.url, topics: ['failed', 'stuck'] },
  })
  const listed = await run('list')
  expect(listed.stdout).toMatch(new RegExp(`${id} +webhook +Release bot +${host} +failed, stuck +active`))
  expect(listed.stdout).not.toContain('/hook')
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([{ id, kind: 'webhook', host }])

  expect(await run('test', '--id', String(id))).toMatchObject({ code: 0, stdout: 'The test arrived: Answered 204\n' })
  status = 500
  expect(await run('test', '--id', String(id))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The test did not arrive: Answered 500'),
  })
  expect(receiver.received).toHaveLength(2)
  await receiver.stop()

  expect((await run('test', '--id', '987654321')).code).toBe(1)
  expect((await run('test', '--id', 'x')).code).toBe(2)
  expect((await leadline('destination', 'list', '--org', 'nobody')).code).toBe(1)
})
