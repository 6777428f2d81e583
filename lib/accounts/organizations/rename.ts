import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdAsManager } from '@/lib/accounts/members/manager'
import { refuseTakenSlug } from '@/lib/accounts/organizations/create'
import { organizationSchema } from '@/lib/accounts/organizations/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'

/**
 * Gives an organization another name, another slug, or both. Addresses with the old slug lead nowhere from then on; keys
 * and webhooks name no slug and go on. Throws `invalid`, `not_found`, and `conflict` when the slug is taken.
 */
export async function renameOrganization(
  actor: Actor,
  change: { name?: string | undefined; slug?: string | undefined },
): Promise<Organization> {
  const rename = db().prisma.$transaction(async (tx) => {
    const where = { id: actor.organizationId }
    await holdAsManager(tx, actor)
    const before = await tx.organization.findUnique({ where })
    if (!before) throw new AppError('not_found', 'No such organization')
    const { name, slug } = parse(organizationSchema, {
      name: change.name ?? before.name,
      slug: change.slug ?? before.slug,
    })
    if (name === before.name && slug === before.slug) return before
    const [from, to] = name === before.name ? [before.slug, slug] : [before.name, name]
    const details = name !== before.name && slug !== before.slug ? { from, to, slug } : { from, to }
    await recordAudit(tx, actor, { action: 'organization.renamed', subject: name, details })
    return tx.organization.update({ where, data: { name, slug } })
  })
  return refuseTakenSlug(rename, change.slug)
}
