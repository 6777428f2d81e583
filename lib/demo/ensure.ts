import { randomBytes } from 'node:crypto'
import { operatorOf } from '@/lib/accounts/actor'
import { createOrganization } from '@/lib/accounts/organizations/create'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { saveOutsideIncident } from '@/lib/deployments/incidents/outside/save'
import { localTimeOf } from '@/lib/time/local-time'
import { generateDemo } from './generate'
import { loadDemo } from './load'

export const demoSlug = 'demo'

/** The one person of the demo organization. */
export const demoOwnerEmail = 'demo@leadline.example'

export type Demo = {
  organizationId: number
  loaded: boolean
  services: number
  deployments: number
  pullRequests: number
}

/**
 * Makes sure that the demo organization and its year of data exist; `loaded` says that they did not before. Throws
 * `conflict` when someone else's organization has its slug.
 */
export async function ensureDemo(now: Date): Promise<Demo> {
  const { prisma } = db()
  const organizationId = await ensureOrganization()
  const where = { organizationId }
  const empty = (await prisma.repository.count({ where })) === 0
  const loaded = empty && (await loadDemo(organizationId, generateDemo(now)))
  if (loaded) await recordIncident(organizationId, now)
  const [services, deployments, pullRequests] = await Promise.all([
    prisma.repository.count({ where }),
    prisma.deployment.count({ where }),
    prisma.pullRequest.count({ where }),
  ])
  return { organizationId, loaded, services, deployments, pullRequests }
}

/** One from outside, of the latest deployment that failed: an hour from three minutes after that. */
async function recordIncident(organizationId: number, now: Date): Promise<void> {
  const failed = await db().prisma.deployment.findFirst({
    where: {
      organizationId,
      production: true,
      status: 'failure',
      completedAt: { lt: new Date(now.getTime() - 7_200_000) },
    },
    orderBy: { completedAt: 'desc' },
  })
  if (!failed?.completedAt) return
  const after = (minutes: number) => localTimeOf(new Date(Number(failed.completedAt) + minutes * 60_000), 'UTC')
  const incident = {
    title: 'Bookings cannot be paid',
    openedAt: after(3),
    resolvedAt: after(63),
    service: failed.service,
    environment: failed.environment,
    url: 'https://pager.example.com/incidents/1207',
    description: 'Payments timed out from the deployment on. Refunds were sent for 14 double bookings.',
    deploymentId: failed.externalId,
  }
  await saveOutsideIncident(operatorOf(organizationId), null, incident, { timeZone: 'UTC', now })
}

async function ensureOrganization(): Promise<number> {
  const known = await db().prisma.organization.findUnique({
    where: { slug: demoSlug },
    select: { id: true, memberships: { where: { user: { email: demoOwnerEmail } } } },
  })
  if (known?.memberships.length === 0) {
    throw new AppError('conflict', `Organization "${demoSlug}" of this database is not the demo. Use another database.`)
  }
  if (known) return known.id
  // A password that anyone could read here would open the demo of every installation.
  const owner = { email: demoOwnerEmail, password: randomBytes(24).toString('base64url') }
  const created = await createOrganization({ slug: demoSlug, name: 'Northwind Ferries', plan: 'business', owner })
  return created.id
}
