import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import { countRoundTrips } from '@/lib/testing/count-round-trips'
import { githubRemovalEvent } from '@/lib/testing/github-events'
import { type Connected, createConnected } from '@/lib/testing/host-webhooks'
import { findReceiver } from './find-receiver'
import { githubWebhook } from './github/webhook'
import { receiveEvents } from './receive'

const trips = countRoundTrips([db().ingest])

const follow = ({ organization, connection }: Connected, count: number) =>
  db().people.query(
    `INSERT INTO repositories (organization_id, full_name, full_name_key, name_key, default_branch, connection_id, host_id)
     SELECT $1, 'acme/r' || n, 'acme/r' || n, 'r' || n, 'main', $2, n FROM generate_series(1, $3::int) n`,
    [organization.id, connection.id, count],
  )

async function remove(count: number) {
  const connected = await createConnected('github', { appId: '1', appSlug: 'leadline' })
  await follow(connected, count)
  const organizationId = connected.organization.id
  const repositories = await db().prisma.repository.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  const [first] = repositories
  const receiver = await findReceiver('github', connected.connection.publicId)
  if (!first || !receiver) throw new Error('no repository is followed')
  const removed = repositories.flatMap((repository) => githubRemovalEvent(repository).repositories_removed)
  const event = { ...githubRemovalEvent(first), repositories_removed: removed }
  const events = githubWebhook.readEvents(new Headers({ 'X-GitHub-Event': 'installation_repositories' }), event)
  const before = trips.statements.length
  const { outcome } = await receiveEvents({ connection: receiver.connection, deliveryId: 'x', events }, never)
  const statements = trips.statements.length - before
  const where = { organizationId, action: 'repository.monitoring-stopped' }
  const lines = await db().prisma.auditEntry.findMany({ where })
  const monitored = await db().prisma.repository.count({ where: { organizationId, monitored: true } })
  return { outcome, statements, monitored, subjects: lines.map(({ subject }) => subject).sort() }
}

it('thousands of repositories that a host takes away at once are as many statements as one', async () => {
  const one = await remove(1)
  expect(one).toMatchObject({ outcome: 'accepted', monitored: 0, subjects: ['acme/r1'] })
  const subjects = Array.from({ length: 2_000 }, (_, index) => `acme/r${index + 1}`).sort()
  expect(await remove(2_000)).toEqual({ ...one, subjects })
})
