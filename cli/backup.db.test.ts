import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { leadline, leadlineJson } from '@/lib/testing/command-line'
import { createTenant } from '@/lib/testing/factories'

it('leadline backup writes a file, and leadline restore refuses a database that is in use', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline backup '))
  await createTenant()
  const file = path.join(folder, 'a.backup')
  expect(await leadlineJson('backup', file)).toMatchObject({
    file,
    tables: expect.any(Number),
    rows: expect.any(Number),
  })
  expect(await leadline('backup', file)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('exists'),
  })
  const refused = await leadline('restore', file, '--json')
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('The database is not empty') })
  const missing = await leadline('restore', path.join(folder, 'none'))
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a file') })
  await rm(folder, { recursive: true })
})
