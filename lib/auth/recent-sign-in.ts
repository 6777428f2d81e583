const recentSeconds = 15 * 60

/** This moment in Unix seconds, as sessions note when they were opened. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}

/**
 * Whether somebody proved a short while ago who they are: a session alone, which can be stolen, must not be enough to
 * add another way to sign in. Both are Unix seconds.
 */
export function isRecentSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt < recentSeconds
}
