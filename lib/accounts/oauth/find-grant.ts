import { lookUpTogether } from '@/lib/accounts/look-up-together'
import { familyOf } from '@/lib/accounts/oauth/tokens'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { OauthGrant } from '@/lib/generated/prisma/client'

type Secret = 'accessHash' | 'codeHash' | 'familyHash'

const by = (secret: Secret) =>
  lookUpTogether<OauthGrant>({
    kind: `OAuth ${secret}`,
    turns: 'pages',
    find: (hashes) => db().prisma.oauthGrant.findMany({ where: { [secret]: { in: hashes } } }),
    secretOf: (grant) => grant[secret],
  })

const [byAccess, byCode, byFamily] = [by('accessHash'), by('codeHash'), by('familyHash')]

/** The grant that an access token is of, whether or not it has expired. */
export async function findGrantOfAccess(token: string): Promise<OauthGrant | null> {
  return (await byAccess(hashToken(token))) ?? null
}

/** The grant that a code was given for, whether or not it was used. */
export async function findGrantOfCode(code: string): Promise<OauthGrant | null> {
  return (await byCode(hashToken(code))) ?? null
}

/** The grant whose refresh tokens have the family of this one, whether or not it is the latest. */
export async function findGrantOfFamily(refreshToken: string): Promise<OauthGrant | null> {
  return (await byFamily(hashToken(familyOf(refreshToken)))) ?? null
}
