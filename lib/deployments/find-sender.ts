import type { Caller } from '@/lib/api-keys/authenticate'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'

/** Whose event it is: the caller behind a key, or, without a key, a person of the organization. */
export type Sender = Omit<Caller, 'apiKeyId'> & { apiKeyId: number | null }

/** An organization as the sender of events that no key sent. Throws `not_found`. */
export async function findSender(organizationId: number): Promise<Sender> {
  const { prisma } = db()
  const organization = await prisma.organization.findUnique({
    where: { id: organizationId },
    select: { slug: true, productionNames: true, plan: true, trialStartedAt: true },
  })
  if (!organization) throw new AppError('not_found', 'No such organization')
  const { trialStartedAt, ...fields } = organization
  const repository = await prisma.repository.findFirst({ where: { organizationId }, select: { id: true } })
  return {
    ...fields,
    organizationId,
    apiKeyId: null,
    trialStarted: trialStartedAt !== null,
    hasRepositories: repository !== null,
  }
}
