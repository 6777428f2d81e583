import { expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'

function createConnection(organizationId: number) {
  return db().prisma.hostConnection.create({
    data: {
      publicId: `keys-${organizationId}`,
      organizationId,
      host: 'github',
      baseUrl: 'https://github.com',
      name: 'acme',
      sealedSecrets: 'sealed',
    },
  })
}

test('every foreign key between tables of organizations has the organization in it', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT k.conname AS name FROM pg_constraint k
    JOIN pg_attribute child ON child.attrelid = k.conrelid AND child.attname = 'organization_id'
    JOIN pg_attribute parent ON parent.attrelid = k.confrelid AND parent.attname = 'organization_id'
    WHERE k.contype = 'f' AND NOT (child.attnum = ANY (k.conkey) AND parent.attnum = ANY (k.confkey))`)
  expect(rows).toEqual([])
})

test('what a row names of its organization has a key, but for what is written along with it, and logs', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT t.relname || '.' || a.attname AS name FROM pg_class t
    JOIN pg_attribute o ON o.attrelid = t.oid AND o.attname = 'organization_id'
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname LIKE '%_id' AND a.atttypid IN ('int'::regtype, 'bigint'::regtype)
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_constraint k WHERE k.conrelid = t.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey))
    ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual([
    'deliveries.deployment_id',
    'deliveries.repository_id',
    'deployment_events.api_key_id',
    'deployments.base_deployment_id',
    'first_deployments.deployment_id',
    'live_before.repository_id',
    'webhook_requests.api_key_id',
    'webhook_requests.deployment_id',
  ])
})

test('every row but those of people names its organization, which its primary key or a foreign key has', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT t.relname AS name FROM pg_class t
    WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind = 'r' AND NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'organization_id'
      WHERE k.conrelid = t.oid AND k.contype IN ('p', 'f') AND a.attnotnull AND a.attnum = ANY (k.conkey))
    ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual(['_prisma_migrations', 'accounts', 'organizations', 'sessions', 'users'])
})

test('every primary key of a table of organizations begins with the organization', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT x.indrelid::regclass::text AS name FROM pg_index x
    JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attname = 'organization_id'
    WHERE x.indisprimary AND x.indkey[0] <> a.attnum`)
  expect(rows).toEqual([])
})

test('what is unique has the organization in it, but for secrets', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT x.indexrelid::regclass::text AS name FROM pg_index x
    JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attname = 'organization_id'
    WHERE x.indisunique AND a.attnum <> ALL (x.indkey) ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual(ofSecrets)
})

test('what is not looked up across organizations is looked up by the organization first', async () => {
  const { rows } = await db().people.query<{ name: string }>(`
    SELECT x.indexrelid::regclass::text AS name FROM pg_index x
    JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attname = 'organization_id'
    WHERE pg_get_indexdef(x.indexrelid, 1, true) NOT LIKE '%organization_id%' ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual([...ofQueues, ...ofPeople, ...ofSecrets].sort())
})

/** What workers take up or delete, of all organizations. */
const ofQueues = [
  'host_deliveries_received_at_idx',
  'notification_runs_due_at_idx',
  'oauth_grants_expires_at_idx',
  'repository_syncs_state_not_before_idx',
  'signal_runs_due_at_idx',
  'summaries_state_due_at_idx',
  'webhook_requests_received_at_idx',
]

const ofPeople = ['invitations_email_idx', 'memberships_user_id_idx', 'oauth_grants_user_id_idx']

/** What proves who asks, and so tells the organization. */
const ofSecrets = [
  'api_keys_token_hash_key',
  'host_connections_public_id_key',
  'invitations_token_hash_key',
  'oauth_grants_access_hash_key',
  'oauth_grants_code_hash_key',
  'oauth_grants_family_hash_key',
]

test('what one organization has is refused in the links of another', async () => {
  const [mine, theirs] = [await tenantWithHistory(3), await tenantWithHistory(3)]
  const { prisma } = db()
  const deploymentOf = async ({ tenant, shas }: typeof mine) => {
    await deploy(tenant, { commitSha: at(shas, 2) })
    return prisma.deployment.findFirstOrThrow({ where: { organizationId: tenant.organization.id } })
  }
  const [myDeployment, theirDeployment] = [await deploymentOf(mine), await deploymentOf(theirs)]
  const ofOrganization = { organizationId: mine.tenant.organization.id }
  const theirPullRequest = await prisma.pullRequest.findFirstOrThrow({
    where: { organizationId: theirs.tenant.organization.id },
  })

  const link = { ...ofOrganization, method: 'range', leadTimeSeconds: 1 }
  const refused = { code: 'P2003' }
  const shipped = { deploymentId: myDeployment.id, pullRequestId: theirPullRequest.id }
  await expect(prisma.deploymentPullRequest.create({ data: { ...link, ...shipped } })).rejects.toMatchObject(refused)
  const { repositoryId: theirRepositoryId, id: theirPullRequestId } = theirPullRequest
  const live = {
    ...ofOrganization,
    repositoryId: theirRepositoryId,
    serviceKey: 'api',
    pullRequestId: theirPullRequestId,
  }
  await expect(prisma.liveBefore.create({ data: live })).rejects.toMatchObject(refused)
  const sync = { ...ofOrganization, repositoryId: theirRepositoryId }
  await expect(prisma.repositorySync.create({ data: sync })).rejects.toMatchObject(refused)
  const change = { ...sync, sha: at(theirs.shas, 0), merges: true }
  await expect(prisma.linkChange.create({ data: change })).rejects.toMatchObject(refused)
  const note = { ...ofOrganization, deploymentId: theirDeployment.id, text: 'note' }
  await expect(prisma.incidentNote.create({ data: note })).rejects.toMatchObject(refused)
  const found = prisma.deployment.updateMany({
    where: { id: myDeployment.id },
    data: { repositoryId: theirPullRequest.repositoryId },
  })
  await expect(found).rejects.toMatchObject(refused)
  const connection = await createConnection(theirs.tenant.organization.id)
  const delivery = { ...ofOrganization, connectionId: connection.id, deliveryId: 'delivery' }
  await expect(prisma.hostDelivery.create({ data: delivery })).rejects.toMatchObject(refused)
  const followed = prisma.repository.updateMany({ where: ofOrganization, data: { connectionId: connection.id } })
  await expect(followed).rejects.toMatchObject(refused)
})

test('a deployment outlives its repository, and a repository its connection', async () => {
  const { tenant, shas } = await tenantWithHistory(2)
  const organizationId = tenant.organization.id
  const { prisma } = db()
  await deploy(tenant, { commitSha: at(shas, 1) })
  const { repositoryId } = await prisma.deployment.findFirstOrThrow({ where: { organizationId } })
  const connection = await createConnection(organizationId)
  await prisma.repository.updateMany({ where: { organizationId }, data: { connectionId: connection.id } })
  await prisma.hostConnection.deleteMany({ where: { id: connection.id } })
  expect(await prisma.repository.findFirst({ where: { organizationId } })).toMatchObject({
    id: repositoryId,
    connectionId: null,
  })
  await prisma.repository.deleteMany({ where: { organizationId } })
  expect(await prisma.deployment.findFirst({ where: { organizationId } })).toMatchObject({ repositoryId: null })
})
