import type { Span } from '@/lib/core/page-number'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { KeyScope } from '@/lib/generated/prisma/enums'

/** Who did something; null for the command line and for people who are gone. */
type Actor = { name: string | null; email: string } | null

export type ApiKeySummary = {
  id: number
  name: string
  /** What it allows: posting deployments, or reading what became of them. */
  scope: KeyScope
  /** Prefix and last four characters. */
  display: string
  createdBy: Actor
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedBy: Actor
}

const person = { select: { name: true, email: true } }

/** Of a key that is no trusted pipeline. */
const ofKeys = { trust: null }

/** The keys of an organization: active ones first, the newest first, then revoked ones, the latest revoked first. */
export async function listApiKeys(organizationId: number, span?: Span): Promise<ApiKeySummary[]> {
  return db().prisma.apiKey.findMany({
    ...span,
    where: { organizationId, ...ofKeys },
    orderBy: [{ revokedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    select: {
      id: true,
      name: true,
      scope: true,
      display: true,
      createdBy: person,
      createdAt: true,
      lastUsedAt: true,
      revokedAt: true,
      revokedBy: person,
    },
  })
}

/** A page of the keys of an organization by its number: keys that were revoked are kept without end. */
export async function readApiKeys(organizationId: number, page: number): Promise<NumberedPage<ApiKeySummary>> {
  const total = await db().prisma.apiKey.count({ where: { organizationId, ...ofKeys } })
  return readNumberedPage(page, total, (span) => listApiKeys(organizationId, span))
}
