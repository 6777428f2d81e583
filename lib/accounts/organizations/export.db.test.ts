import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { leadline, leadlineJson } from '@/lib/testing/command-line'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createTenant, keyOf } from '@/lib/testing/factories'

type Row = Record<string, unknown>
type Line = { table: string; row: Row }

/** What is of people and their browsers, whatever organizations they are in. */
const ofPeople = ['_prisma_migrations', 'accounts', 'sessions']

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline export '))
})
afterAll(() => rm(folder, { recursive: true }))

async function linesOf(file: string): Promise<unknown[]> {
  const text = gunzipSync(await readFile(file)).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

it('leadline org export writes every row of the organization, nothing of another, and no secret', async () => {
  const other = await createTenant()
  await deploy(other, { service: 'of-another' })
  const { tenant, shas } = await tenantWithHistory(4)
  const { id, slug } = tenant.organization
  const { prisma, people } = db()
  const member = await createMember(id, 'owner')
  const note = 'tab\t, line\n, back\\slash, "quotes", \\. , \u0001\u0002 and ünïcode'
  await deploy(tenant, { commitSha: at(shas, 1), metadata: { note } })
  await deploy(tenant, { commitSha: at(shas, 3), status: 'failure' })
  await prisma.hostConnection.create({
    data: {
      publicId: `export-${id}`,
      organizationId: id,
      host: 'github',
      baseUrl: 'https://github.com',
      name: 'acme',
      sealedSecrets: 'sealed-for-nobody',
      deliveries: { create: { deliveryId: 'delivery-1' } },
    },
  })
  await prisma.organization.update({ where: { id }, data: { badgeToken: `badge-of-${id}` } })
  const repository = await prisma.repository.findFirstOrThrow({ where: { organizationId: id } })
  await prisma.repositorySync.create({ data: keyOf(repository) })
  // Requests are recorded a moment after their answers.
  await vi.waitFor(async () => {
    expect(await prisma.webhookRequest.count({ where: { organizationId: id } })).toBe(2)
  }, 10_000)

  const file = path.join(folder, 'acme.ndjson.gz')
  const exported = await leadlineJson('org', 'export', file, '--org', slug)
  const all = await linesOf(file)
  const [head, ...rest] = all
  const lines = rest.slice(0, -1) as Line[]
  const { rows } = all.at(-1) as { rows: Record<string, number> }
  expect(head).toMatchObject({ format: 'leadline organization 1', organization: slug })
  expect(exported).toMatchObject({ file, rows: lines.length, tables: Object.keys(rows).length })
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const { rows: tables } = await people.query<{ name: string; owned: boolean }>(`
    SELECT tablename AS name, EXISTS (SELECT FROM information_schema.columns
      WHERE table_name = tablename AND table_schema = 'public' AND column_name = 'organization_id') AS owned
    FROM pg_tables WHERE schemaname = 'public'`)
  const expected = tables.filter(({ name }) => !ofPeople.includes(name))
  expect(Object.keys(rows).toSorted()).toEqual(expected.map(({ name }) => name).toSorted())
  for (const { name, owned } of expected) {
    const inFile = lines.filter(({ table }) => table === name).length
    expect(inFile, name).toBe(rows[name])
    if (!owned || name === 'audit_entries') continue
    const { rows: counted } = await people.query<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM ${name} WHERE organization_id = $1`,
      [id],
    )
    expect(inFile, name).toBe(counted[0]?.rows)
  }
  const rowsOf = (name: string) => lines.filter(({ table }) => table === name).map(({ row }) => row)
  expect(rowsOf('deployment_events').map(({ metadata }) => metadata)).toContainEqual({ note })
  expect(rowsOf('users')).toEqual([{ id: member.id, email: member.email, name: member.name }])
  expect(rowsOf('organizations')).toMatchObject([{ id, slug }])
  expect(rowsOf('host_deliveries')).toHaveLength(1)
  expect(rowsOf('repository_syncs')).toHaveLength(1)

  // A new column that is named like a secret is left out, or it is listed here as what it is: a count.
  const numbers = ['summaries.input_tokens', 'summaries.output_tokens']
  const columns = Object.entries((head as { tables: Record<string, string[]> }).tables).flatMap(([table, names]) =>
    names.map((name) => `${table}.${name}`),
  )
  expect(columns.filter((name) => /hash|secret|token|password|challenge/.test(name)).toSorted()).toEqual(numbers)

  const text = JSON.stringify(lines)
  const { tokenHash } = await prisma.apiKey.findFirstOrThrow({ where: { organizationId: id } })
  for (const secret of [tenant.token, tokenHash, 'sealed-for-nobody', `badge-of-${id}`, 'of-another']) {
    expect(text).not.toContain(secret)
  }
  expect(await prisma.auditEntry.count({ where: { organizationId: id, action: 'organization.exported' } })).toBe(1)

  expect(await leadline('org', 'export', file, '--org', slug)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists'),
  })
  const unknown = path.join(folder, 'unknown.gz')
  expect(await leadline('org', 'export', unknown, '--org', 'no-such')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No organization with slug "no-such"'),
  })
  expect(existsSync(unknown)).toBe(false)
})
