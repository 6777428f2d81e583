import type { Span } from '@/lib/core/page-number'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { Host } from '@/lib/generated/prisma/enums'

type Person = { name: string | null; email: string } | null

export type TrustSummary = {
  id: number
  host: Host
  issuer: string
  repository: string
  /** Null for any branch or tag. */
  branch: string | null
  /** With `*` for any characters; null for any tag or branch. */
  tag: string | null
  protectedOnly: boolean
  /** Null for any, and none. */
  environment: string | null
  /** Id of the repository at the host, once a token named it. */
  hostId: string | null
  createdBy: Person
  createdAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
  revokedBy: Person
}

const person = { select: { name: true, email: true } }

/** The trusted pipelines of an organization: active ones first, the newest first, then those that were revoked. */
export async function listTrusts(organizationId: number, span?: Span): Promise<TrustSummary[]> {
  const rows = await db().prisma.trustedPipeline.findMany({
    ...span,
    where: { organizationId },
    orderBy: [{ apiKey: { revokedAt: { sort: 'desc', nulls: 'first' } } }, { apiKeyId: 'desc' }],
    select: {
      apiKeyId: true,
      host: true,
      issuer: true,
      repository: true,
      branch: true,
      tag: true,
      protectedOnly: true,
      environment: true,
      hostId: true,
      apiKey: {
        select: { createdBy: person, createdAt: true, lastUsedAt: true, revokedAt: true, revokedBy: person },
      },
    },
  })
  return rows.map(({ apiKeyId: id, apiKey, ...trust }) => ({ id, ...trust, ...apiKey }))
}

/** A page of them by its number: the latest thousand that were revoked are kept. */
export async function readTrusts(organizationId: number, page: number): Promise<NumberedPage<TrustSummary>> {
  const total = await db().prisma.trustedPipeline.count({ where: { organizationId } })
  return readNumberedPage(page, total, (span) => listTrusts(organizationId, span))
}
