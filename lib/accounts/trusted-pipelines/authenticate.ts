import {
  type KeySender,
  RefusedKeyError,
  touchKey,
  unknownKey,
  unusedForAMinute,
} from '@/lib/accounts/api-keys/authenticate'
import { rememberCaller } from '@/lib/accounts/known-callers'
import { lookUpTogether } from '@/lib/accounts/look-up-together'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { type Sender, senderColumns } from '@/lib/accounts/sender'
import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { storedTodayOf } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import type { DatabaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import type { Host } from '@/lib/generated/prisma/enums'
import { isSameRepository, type Job, jobOf, refuseJob, shown, type Trust } from './claims'
import { findIssuerKey, keptIssuerKey } from './issuer-keys'
import { readClaimed, type SignedToken, verifyToken } from './token'

type FoundTrust = Trust & { apiKeyId: number; host: Host; stale: boolean; revoked: boolean }

type Found = Omit<Sender, 'apiKeyId'> & { storedTodayBytes: number } & FoundTrust

/** More than an organization can have active ones, and the latest that were revoked. */
const [maxActive, maxRevoked] = [100, 5]

/** So long the log of requests says of a token that its trust was revoked. */
const revokedDays = 30

/** One row of each: what is stored of its organization may be long. */
const findTrusts = {
  name: 'find-trusted-pipelines',
  text: `
    SELECT wanted.slug AS "wantedSlug", wanted.issuer, sender.*, ARRAY(
      SELECT to_json(found) FROM (
        SELECT k.id AS "apiKeyId", t.host, t.repository, t.branch, t.tag, t.protected_only AS "protectedOnly",
          t.environment, t.host_id AS "hostId", ${unusedForAMinute('k')} AS "stale", k.revoked_at IS NOT NULL AS "revoked",
          row_number() OVER (PARTITION BY k.revoked_at IS NULL ORDER BY k.revoked_at DESC, k.id) AS place
        FROM trusted_pipelines t JOIN api_keys k ON k.organization_id = t.organization_id AND k.id = t.api_key_id
        WHERE t.organization_id = sender."organizationId" AND t.issuer = wanted.issuer
          AND (k.revoked_at IS NULL OR k.revoked_at > now() - interval '${revokedDays} days')
      ) found
      WHERE place <= CASE WHEN revoked THEN ${maxRevoked} ELSE ${maxActive} END ORDER BY revoked, place) AS trusts
    FROM unnest($1::text[], $2::text[]) AS wanted (slug, issuer)
    CROSS JOIN LATERAL (
      SELECT ${senderColumns('t.organization_id')}, ${storedTodayOf('t.organization_id')} AS "storedTodayBytes"
      FROM organizations o JOIN trusted_pipelines t ON t.organization_id = o.id AND t.issuer = wanted.issuer
      WHERE o.slug = wanted.slug GROUP BY o.id, t.organization_id
    ) sender`,
}

type Row = { wantedSlug: string; issuer: string; trusts: FoundTrust[] } & Omit<Found, keyof FoundTrust>

/** Active ones come first. A secret is `[slug, issuer]` as JSON. */
const find = lookUpTogether<{ secret: string; trusts: Found[] }>({
  kind: 'tokens of pipelines',
  turns: 'tokens of pipelines',
  atOnce: 1,
  find: async (secrets) => {
    const wanted = secrets.map((secret) => JSON.parse(secret) as [string, string])
    const values = [wanted.map(([slug]) => slug), wanted.map(([, issuer]) => issuer)]
    const { rows } = await db().ingest.query<Row>({ ...findTrusts, values })
    return rows.map(({ wantedSlug, issuer, trusts, ...sender }) => ({
      secret: JSON.stringify([wantedSlug, issuer]),
      trusts: trusts.map((trust) => ({ ...sender, ...trust })),
    }))
  },
  secretOf: ({ secret }) => secret,
})

/** Of two repositories whose first tokens arrive at once, one is trusted. */
const pinRepository = `
  UPDATE trusted_pipelines SET host_id = $3
  WHERE api_key_id = $1 AND organization_id = $2 AND (host_id IS NULL OR host_id = $3)`

/** The refusal of a token that an issuer of the organization did sign: the log of requests has the reason. */
class RefusedTokenError extends RefusedKeyError {
  constructor(
    sender: Sender,
    private readonly problem: string,
  ) {
    super(sender, ...unknownKey)
  }

  override get reason(): string {
    return `Token refused: ${this.problem}`
  }
}

/**
 * The trusted pipeline that a token is of. Its audience names the organization, whose active trusts say which issuers
 * may be asked for their keys at all; each token is looked up, so that one of a revoked trust fails on the very next
 * request. Throws `unauthenticated`, `unavailable` while the issuer does not answer, and as a key does beyond the day's
 * quota.
 */
export async function authenticateToken(token: string, budget: DatabaseBudget): Promise<KeySender> {
  const claimed = readClaimed(token)
  if (!claimed) throw new AppError(...unknownKey)
  const { slug, issuer, keyId } = claimed
  const pool = db().ingest
  const { trusts = [] } = (await budget(() => find(JSON.stringify([slug, issuer])))) ?? {}
  const [first] = trusts
  const key = first && (await keyOf(first, issuer, keyId))
  const signed = key && (await verifyToken(token, key, claimed))
  if (!first || !signed) throw new AppError(...unknownKey)
  const { trust, job } = chooseTrust(trusts, first, signed)
  const { stale, storedTodayBytes, apiKeyId, organizationId, hostId } = trust
  const sender = senderOf(trust, apiKeyId)
  const beyondDay = refusalBeyondDay(storedTodayBytes)
  if (beyondDay) throw new RefusedKeyError(sender, ...beyondDay)
  if (hostId === null) {
    const { rowCount } = await budget(() => pool.query(pinRepository, [apiKeyId, organizationId, job.hostId]))
    if (rowCount === 0) throw new RefusedTokenError(sender, 'another repository of this name was first')
  }
  if (stale) touchKey(pool, sender)
  rememberCaller(token, crowdOfOrganization(organizationId))
  return sender
}

/** Active trusts come first: no issuer is called for the reason of a refusal alone. */
async function keyOf({ revoked, organizationId }: Found, issuer: string, keyId: string) {
  return revoked ? keptIssuerKey(issuer, keyId) : findIssuerKey(issuer, keyId, organizationId)
}

function chooseTrust(trusts: readonly Found[], first: Found, signed: SignedToken): { trust: Found; job: Job } {
  const ofRepository = trusts.flatMap((trust) => {
    const job = jobOf(trust.host, signed.claims)
    return job && isSameRepository(job.repository, trust.repository) ? [{ trust, job }] : []
  })
  const refusals = ofRepository.map(({ trust, job }) => {
    if (trust.revoked) return 'this trust is revoked'
    return signed.problem ?? refuseJob({ ...trust, hostId: trust.hostId ?? pinnedOf(trust, trusts) }, job)
  })
  const accepted = ofRepository[refusals.indexOf(null)]
  if (accepted) return accepted
  const [closest] = ofRepository
  if (!closest) throw refusalOfStranger(trusts, first, signed)
  throw new RefusedTokenError(senderOf(closest.trust, closest.trust.apiKeyId), refusals[0] ?? 'it is not trusted')
}

/** The id that the repository is pinned to by another trust: its name stands for one repository of an issuer. */
function pinnedOf({ repository }: Found, trusts: readonly Found[]): string | null {
  const pinned = trusts.find(
    (other) => !other.revoked && other.hostId !== null && isSameRepository(other.repository, repository),
  )
  return pinned?.hostId ?? null
}

/** Everyone at a public host can have tokens signed for this audience: only those of a trusted owner leave a line. */
function refusalOfStranger(trusts: readonly Found[], first: Found, { claims }: SignedToken): AppError {
  const repository = jobOf(first.host, claims)?.repository ?? ''
  const isOfOwner = trusts.some(
    (trust) => !trust.revoked && isSameRepository(ownerOf(trust.repository), ownerOf(repository)),
  )
  if (!isOfOwner) return new AppError(...unknownKey)
  return new RefusedTokenError(senderOf(first, null), `repository ${shown(repository)} is not trusted`)
}

function ownerOf(repository: string): string {
  return repository.slice(0, repository.indexOf('/'))
}

function senderOf<Id extends number | null>(found: Found, apiKeyId: Id): Sender & { apiKeyId: Id } {
  const { organizationId, slug, productionNames, plan, trialStarted, hasRepositories } = found
  return { organizationId, apiKeyId, slug, productionNames, plan, trialStarted, hasRepositories }
}
