import { db } from '@/lib/db/db'
import type { Role } from '@/lib/generated/prisma/enums'

export type UserSummary = {
  id: number
  email: string
  name: string | null
  createdAt: Date
  /** Since when it is known that the address is theirs. */
  emailConfirmedAt: Date | null
  organizations: { slug: string; role: Role }[]
}

/** Everyone with an account on this installation, by e-mail address: for the operator. */
export async function listUsers(): Promise<UserSummary[]> {
  const users = await db().prisma.user.findMany({
    orderBy: { email: 'asc' },
    select: {
      id: true,
      email: true,
      name: true,
      createdAt: true,
      emailConfirmedAt: true,
      memberships: {
        orderBy: { organization: { slug: 'asc' } },
        select: { role: true, organization: { select: { slug: true } } },
      },
    },
  })
  return users.map(({ memberships, ...user }) => ({
    ...user,
    organizations: memberships.map(({ role, organization }) => ({ slug: organization.slug, role })),
  }))
}
