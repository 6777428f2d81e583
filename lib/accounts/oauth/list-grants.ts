import { describeRedirect } from '@/lib/accounts/oauth/redirect-uri'
import type { Span } from '@/lib/core/page-number'
import { db } from '@/lib/db/db'
import { type NumberedPage, readNumberedPage } from '@/lib/db/numbered-page'
import type { Prisma } from '@/lib/generated/prisma/client'

export type GrantSummary = {
  id: number
  clientName: string
  /** Where the application has people sent back to: a host, the name of an editor, or the scheme of a program. */
  redirectHost: string
  /** Whether that is a program on the person's own machine. */
  local: boolean
  organization: { slug: string; name: string }
  person: { name: string | null; email: string }
  createdAt: Date
  /** To a minute. */
  lastUsedAt: Date | null
}

/** The grants of a user that are in use, the newest first. */
export async function listOwnGrants(userId: number): Promise<GrantSummary[]> {
  return listGrants(live({ userId }))
}

/** A page of the grants that members of an organization gave, by its number. */
export async function readGrants(organizationId: number, page: number): Promise<NumberedPage<GrantSummary>> {
  const where = live({ organizationId })
  const total = await db().prisma.oauthGrant.count({ where })
  return readNumberedPage(page, total, (span) => listGrants(where, span))
}

/** Of which an application has tokens that are still good for something. */
function live(where: Prisma.OauthGrantWhereInput): Prisma.OauthGrantWhereInput {
  return { ...where, refreshHash: { not: null }, expiresAt: { gt: new Date() } }
}

async function listGrants(where: Prisma.OauthGrantWhereInput, span?: Span): Promise<GrantSummary[]> {
  const grants = await db().prisma.oauthGrant.findMany({
    ...span,
    where,
    orderBy: { id: 'desc' },
    select: {
      id: true,
      clientName: true,
      redirectUri: true,
      createdAt: true,
      lastUsedAt: true,
      membership: {
        select: {
          organization: { select: { slug: true, name: true } },
          user: { select: { name: true, email: true } },
        },
      },
    },
  })
  return grants.map(({ redirectUri, membership: { organization, user }, ...grant }) => {
    const { host, local } = describeRedirect(redirectUri)
    return { ...grant, redirectHost: host, local, organization, person: user }
  })
}
