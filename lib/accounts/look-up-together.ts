import { asClaimant } from '@/lib/core/current-claimant'
import { type Semaphore, semaphore } from '@/lib/core/semaphore'
import { createShareRuns, type ShareRuns } from '@/lib/core/share-runs'

type LookUp<Found> = {
  /** Looked up apart from others. */
  kind: string
  /** So many of those that name the same turns are made at once, two by default. */
  turns: string
  atOnce?: number
  /** What there is of these secrets, or of hashes of them. */
  find: (secrets: string[]) => Promise<readonly Found[]>
  /** Which of them something found is of. */
  secretOf: (found: Found) => string | null
}

/** Look-ups of one round are a few statements, however many there are. */
const maxTogether = 200

const usuallyAtOnce = 2

/** The routes that look secrets up are bundled apart and share these. */
const holder = globalThis as {
  leadlineSecretLookUps?: Map<string, ShareRuns<null, string, unknown>>
  leadlineSecretTurns?: Map<string, Semaphore>
}

/**
 * Looks up secrets, those that wait together. Each is in a statement that begins after it was asked for, so that it
 * sees what was revoked before. However many are made up, or are one that is good, they take two connections, and none
 * waits long behind them: a request costs its sender nothing, and pages and events need these connections.
 */
export function lookUpTogether<Found>({
  kind,
  turns,
  atOnce = usuallyAtOnce,
  find,
  secretOf,
}: LookUp<Found>): (secret: string) => Promise<Found | undefined> {
  holder.leadlineSecretLookUps ??= new Map()
  holder.leadlineSecretTurns ??= new Map()
  const inTurn = holder.leadlineSecretTurns.get(turns) ?? semaphore(atOnce)
  holder.leadlineSecretTurns.set(turns, inTurn)
  const run = async (_: null, secrets: readonly string[]) => {
    const lookUp = () => inTurn(() => find([...new Set(secrets)]))
    const rows = await asClaimant(lookUp, { crowd: 'look-ups', one: kind })
    const found = new Map(rows.map((row) => [secretOf(row), row]))
    return secrets.map((secret) => found.get(secret))
  }
  const share =
    holder.leadlineSecretLookUps.get(kind) ?? createShareRuns(run, { maxRuns: atOnce, maxItems: maxTogether })
  holder.leadlineSecretLookUps.set(kind, share)
  return (secret) => share(null, secret) as Promise<Found | undefined>
}
