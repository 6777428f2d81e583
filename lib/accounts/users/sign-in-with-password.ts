import { attemptPassword } from '@/lib/accounts/users/attempt-password'
import { checkPassword, type PasswordProof } from '@/lib/accounts/users/check-password'
import { type KnownBrowser, knownBrowserId } from '@/lib/accounts/users/known-browser'
import { emailSchema, passwordSchema } from '@/lib/accounts/users/schema'

export type PasswordSignIn = {
  email: string
  password: string
  /** The client's, where a trusted header has it. */
  address: string | null
  /** What the client's cookie says about who signed in there before. */
  known?: KnownBrowser | null
}

/**
 * The user with this e-mail address and password, or null, as `checkPassword` says. Throws `rate_limited`, and
 * `unavailable` when too many passwords wait or attempts cannot be counted.
 */
export async function signInWithPassword(attempt: PasswordSignIn): Promise<PasswordProof | null> {
  const { email, password, address, known = null } = attempt
  const account = emailSchema.safeParse(email)
  if (!account.success || !passwordSchema.safeParse(password).success) return null
  const browserId = await knownBrowserId(account.data, known)
  return attemptPassword({ account: account.data, address, browserId }, () => checkPassword(account.data, password))
}
