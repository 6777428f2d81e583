import { decodeJwt, decodeProtectedHeader, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { JWTClaimValidationFailed, JWTExpired } from 'jose/errors'
import { slugOf } from './audience'

/** Those of GitHub and GitLab have one to three thousand characters. */
const maxLength = 8 * 1024

/** With a public key only: to check a signature is not enough to make one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** How far clocks may be apart. */
const leewaySeconds = 60

/** What a token says of itself, which is not to be believed yet: enough to find who could have signed it. */
export type Claimed = { issuer: string; audience: string; slug: string; keyId: string }

/** The claims of a token that was signed with a key, and why it does not count all the same. */
export type SignedToken = { claims: JWTPayload; problem: string | null }

/** Whether a text has the form of a token: header, claims and signature. */
export function looksLikeToken(text: string): boolean {
  return text.length <= maxLength && /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
}

/** Reads a token without believing it; null for one that no organization here could accept. Costs no I/O. */
export function readClaimed(token: string): Claimed | null {
  try {
    const { alg = '', kid: keyId } = decodeProtectedHeader(token)
    const { iss: issuer, aud } = decodeJwt(token)
    // What another service may be sent as well, it could send on to here.
    const [audience, ...others] = typeof aud === 'string' ? [aud] : (aud ?? [])
    const slug = typeof audience === 'string' && others.length === 0 ? slugOf(audience) : null
    if (audience === undefined || slug === null || !algorithms.includes(alg)) return null
    return typeof keyId === 'string' && isPlain(issuer) ? { issuer, audience, slug, keyId } : null
  } catch {
    return null
  }
}

/** Whether it could be an issuer that someone entered: the database is asked for nothing else. */
function isPlain(issuer: unknown): issuer is string {
  return typeof issuer === 'string' && /^https?:\/\/[\x21-\x7e]{1,200}$/.test(issuer)
}

/** Checks the signature, then issuer, audience and times; null for a token that was not signed with this key. */
export async function verifyToken(
  token: string,
  key: JWK,
  claimed: Claimed,
  now = new Date(),
): Promise<SignedToken | null> {
  const { issuer, audience } = claimed
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms,
      issuer,
      audience,
      clockTolerance: leewaySeconds,
      requiredClaims: ['exp', 'iat'],
      currentDate: now,
    })
    const isEarly = (payload.iat ?? 0) > now.getTime() / 1000 + leewaySeconds
    return { claims: payload, problem: isEarly ? 'it is not valid yet' : null }
  } catch (error) {
    // These are thrown for claims of which the signature was checked.
    if (error instanceof JWTExpired) return { claims: error.payload, problem: 'it has expired' }
    if (error instanceof JWTClaimValidationFailed) return { claims: error.payload, problem: problemOf(error) }
    return null
  }
}

function problemOf({ claim, payload }: JWTClaimValidationFailed): string {
  return claim === 'nbf' && typeof payload.nbf === 'number'
    ? 'it is not valid yet'
    : `its claim ${claim} is missing or wrong`
}
