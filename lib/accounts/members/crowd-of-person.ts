/** Of so many people it is remembered. */
const maxPeople = 20_000

/** By user, the organization that they were let into last. The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineLetIn?: Map<number, number> }

/**
 * Remembers the organization of a person whom none has let in yet: of those that they are a member of, or 0 of all who
 * are a member of none.
 */
export function noteMember(userId: number, organizationId: number): void {
  if (!holder.leadlineLetIn?.has(userId)) noteLetIn(userId, organizationId)
}

/** Remembers that a person was let into an organization. */
export function noteLetIn(userId: number, organizationId: number): void {
  holder.leadlineLetIn ??= new Map()
  const letIn = holder.leadlineLetIn
  letIn.delete(userId)
  const [oldest] = letIn.keys()
  if (oldest !== undefined && letIn.size >= maxPeople) letIn.delete(oldest)
  letIn.set(userId, organizationId)
}

/** The crowd that the keys and tokens of an organization are of, and the people whom it let in last. */
export function crowdOfOrganization(organizationId: number): string {
  return `organization ${organizationId}`
}

/**
 * The crowd that a person belongs to, by the organization that let them in last: one may have as many people as it likes.
 * Not by the address of a request, which may name any. Empty for who has opened nothing yet.
 */
export function crowdOfPerson(userId: number): string[] {
  const organizationId = organizationOfPerson(userId)
  return organizationId === null ? [] : [crowdOfOrganization(organizationId)]
}

/** The organization that this crowd is of; null for who has opened nothing yet. */
export function organizationOfPerson(userId: number): number | null {
  return holder.leadlineLetIn?.get(userId) ?? null
}
