import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { createTenant, deploymentBody } from '@/lib/testing/factories'

it('leadline import deployments says what is refused, stores the rest, and stores nothing twice', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline history '))
  const { organization } = await createTenant()
  const file = path.join(folder, 'history.ndjson')
  const refusedFile = path.join(folder, 'refused.ndjson')
  const events = [deploymentBody(), deploymentBody({ commitSha: 'xyz' }), deploymentBody()]
  await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const run = ['import', 'deployments', file, '--org', organization.slug]
  const refusals = [{ line: 2, field: 'commitSha', message: 'must be a valid hex string (5-40 characters)' }]
  const lines = 'line 2: commitSha must be a valid hex string (5-40 characters)\n'

  const dry = await leadline(...run, '--dry-run')
  expect(dry).toMatchObject({ code: 3, stdout: `3 events: 2 would be stored, 0 stored already, 1 refused\n${lines}` })

  const first = await leadline(...run, '--refused', refusedFile)
  expect(first).toMatchObject({
    code: 3,
    stdout: `3 events: 2 deployments created, 0 events of known ones, 0 stored already, 1 refused\n${lines}`,
  })
  expect(JSON.parse(await readFile(refusedFile, 'utf8'))).toEqual(refusals[0])

  const again = await leadline(...run, '--json')
  expect(JSON.parse(again.stdout)).toEqual({ events: 3, created: 0, updated: 0, known: 2, refused: 1, refusals })

  await writeFile(file, JSON.stringify(deploymentBody()))
  const one = '1 event: 1 deployment created, 0 events of known ones, 0 stored already, 0 refused\n'
  expect(await leadline(...run)).toMatchObject({ code: 0, stdout: one })
  await rm(folder, { recursive: true })
})

it('leadline import deployments fails clearly for a file that there is not', async () => {
  const { organization } = await createTenant()
  const { code, stdout, stderr } = await leadline('import', 'deployments', '/nowhere', '--org', organization.slug)
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: 'error: /nowhere is not a file\n' })
})
