/**
 * Who changes something, and in which organization: a user, a host that reports it (`GitHub`), or, with neither, the
 * operator at the command line.
 */
export type Actor = { organizationId: number; userId: number | null; host?: string }

/** A user in an organization. */
export type UserActor = Actor & { userId: number }

/** The operator, who may do what an owner may. */
export function operatorOf(organizationId: number): Actor {
  return { organizationId, userId: null }
}
