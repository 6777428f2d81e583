import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { startAnsweringServer } from './answering-server'

/** What a test changes of a token; `undefined` leaves a claim out. */
type Changes = { claims?: JWTPayload; key?: SigningKey; header?: { alg?: string; kid?: string } }

export type SigningKey = { id: string; alg: string; privateKey: CryptoKey; publicJwk: JWK }

export type TokenIssuer = {
  issuer: string
  /** Its keys, published as a test leaves them. */
  published: unknown[]
  key: SigningKey
  /** A token of GitHub Actions for the main branch of `acme/api`, valid for five minutes. */
  sign: (audience: string, changes?: Changes) => Promise<string>
  /** How often its keys were read. */
  reads: () => number
  /** Answers in place of its documents from now on; null answers again. */
  answerWith: (listener: RequestListener | null) => void
  stop: () => Promise<void>
}

/** A key pair under an id of its own. */
export async function createSigningKey(alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const id = randomUUID()
  return { id, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: id, alg, use: 'sig' } }
}

/** Starts an issuer of tokens on a loopback address, as GitHub Actions and GitLab are. */
export async function startTokenIssuer(): Promise<TokenIssuer> {
  const key = await createSigningKey()
  const published: unknown[] = [key.publicJwk]
  let override: RequestListener | null = null
  const server = await startAnsweringServer((request, response) => {
    if (override) return override(request, response)
    const documents: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: server.origin, jwks_uri: `${server.origin}/keys` },
      '/keys': { keys: published },
    }
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(documents[request.url ?? ''] ?? null))
  })
  const issuer = server.origin
  return {
    issuer,
    published,
    key,
    sign: (audience, changes = {}) => signToken({ issuer, audience, key, ...changes }),
    reads: () => server.requests.filter((path) => path === '/keys').length,
    answerWith: (listener) => {
      override = listener
    },
    stop: server.stop,
  }
}

/** The claims of a token of GitHub Actions that Leadline reads. */
const githubClaims = {
  repository: 'acme/api',
  repository_id: '74',
  ref: 'refs/heads/main',
  environment: 'production',
}

/** The claims of a GitLab ID token that Leadline reads, in place of those of GitHub. */
export const gitlabClaims = {
  repository: undefined,
  repository_id: undefined,
  project_path: 'acme/platform/api',
  project_id: '28',
  ref: 'main',
  ref_type: 'branch',
  ref_protected: 'true',
  environment: 'production',
}

type Token = Required<Pick<Changes, 'key'>> & Changes & { issuer: string; audience: string }

/** A token that is signed with a key, as an issuer gives it. */
export async function signToken({ issuer, audience, key, claims = {}, header }: Token): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000)
  const times = { iat: seconds, nbf: seconds, exp: seconds + 300 }
  return new SignJWT({ iss: issuer, aud: audience, sub: 'repo:acme/api', ...times, ...githubClaims, ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.id, typ: 'JWT', ...header })
    .sign(key.privateKey)
}
