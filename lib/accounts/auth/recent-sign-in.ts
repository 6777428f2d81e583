const recentMs = 15 * 60 * 1000

/**
 * Whether a user proved a short while ago who they are: a session alone, which can be stolen, must not be enough to
 * add another way to sign in.
 */
export function isRecentSignIn(signedInAt: Date, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < recentMs
}
