import { expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { deleteOrganization } from '@/lib/accounts/organizations/delete'
import { renameOrganization } from '@/lib/accounts/organizations/rename'
import { db } from '@/lib/db/db'
import { leadline, leadlineJson } from '@/lib/testing/command-line'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const ignore = () => undefined

/** How many rows each table has. */
async function countRows(): Promise<Record<string, number>> {
  const { rows: tables } = await db().people.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await db().people.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM "${name}"`)
    counts[name] = rows[0]?.rows ?? 0
  }
  return counts
}

it('deletes an organization with all that belongs to it, and nothing of another', async () => {
  const other = await createTenant()
  await deploy(other, {})
  const requests = async () => (await countRows()).webhook_requests ?? 0
  // Requests are recorded a moment after their answers.
  await vi.waitFor(async () => expect(await requests()).toBe(1), 10_000)
  const before = await countRows()

  const { tenant, shas } = await tenantWithHistory(600)
  const { slug } = tenant.organization
  await createMember(tenant.organization.id, 'owner')
  for (const index of [1, 3, 599]) await deploy(tenant, { commitSha: at(shas, index), service: 'api' })
  await vi.waitFor(async () => expect(await requests()).toBe((before.webhook_requests ?? 0) + 3), 10_000)

  await expect(deleteOrganization(slug, 'another', ignore)).rejects.toMatchObject({ code: 'invalid' })
  expect((await postEvent(tenant.token, deploymentBody())).status).toBe(201)
  const told: number[] = []
  const { rows } = await deleteOrganization(slug, slug, ({ done }) => told.push(done))
  expect(rows).toBeGreaterThan(1_200)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.length).toBeGreaterThan(7)
  // The account of its member stays.
  expect(await countRows()).toEqual({ ...before, users: (before.users ?? 0) + 1 })
  expect((await postEvent(tenant.token, deploymentBody())).status).toBe(401)
  expect((await postEvent(other.token, deploymentBody())).status).toBe(201)
  await expect(deleteOrganization(slug, slug, ignore)).rejects.toMatchObject({ code: 'not_found' })
})

it('leadline org rename and delete', async () => {
  const { organization, token } = await createTenant()
  const slug = `${organization.slug}-2`
  const renamed = await leadlineJson('org', 'rename', '--org', organization.slug, '--slug', slug, '--name', 'Acme 2')
  expect(renamed).toMatchObject({ slug, name: 'Acme 2', id: organization.id })
  expect((await postEvent(token, deploymentBody())).status).toBe(201)
  const entry = await db().prisma.auditEntry.findFirst({ where: { action: 'organization.renamed' } })
  expect(entry).toMatchObject({ subject: 'Acme 2', details: { from: organization.name, to: 'Acme 2', slug } })
  const actor = operatorOf(organization.id)
  const { organization: other } = await createTenant()
  await expect(renameOrganization(actor, { slug: other.slug })).rejects.toMatchObject({ code: 'conflict' })
  await expect(renameOrganization(actor, { slug: 'api' })).rejects.toMatchObject({ code: 'invalid' })

  const refused = await leadline('org', 'delete', '--org', slug, '--confirm', organization.slug)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was deleted') })
  expect(await leadlineJson('org', 'delete', '--org', slug, '--confirm', slug)).toMatchObject({ slug, name: 'Acme 2' })
})
