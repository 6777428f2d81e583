import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the provider says about the next user who signs in. */
export type Claims = { sub: string; email: string; email_verified: boolean; name: string }

export type OidcProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who is signed in there from now on. */
  signIn: (claims: Claims) => void
  /** Exchanges that wait since it was told to hold them, and the most at once. */
  held: () => { now: number; max: number }
  hold: () => void
  /** Answers those that wait; `go` ends the holding. */
  release: (then?: 'go') => void
  close: () => Promise<void>
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An OpenID Connect provider that shows no form: it sends everyone back as the person it was set to. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const [clientId, clientSecret] = ['leadline', randomUUID()]
  const nonces = new Map<string, string>()
  let person: Claims | null = null
  let issuer = ''
  let holding = false
  let max = 0
  const held = new Set<() => void>()

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID()
    nonces.set(code, query.get('nonce') ?? '')
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString()
    response.writeHead(302, { Location: back.href }).end()
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? ''
    if (holding) {
      await new Promise<void>((resolve) => {
        held.add(resolve)
        max = Math.max(max, held.size)
      })
    }
    const iat = Math.floor(Date.now() / 1000)
    const payload = { ...person, iss: issuer, aud: clientId, iat, exp: iat + 300, nonce: nonces.get(code) }
    const unsigned = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(payload)}`
    const signature = createSign('RSA-SHA256').update(unsigned).sign(privateKey, 'base64url')
    answer(response, { access_token: code, token_type: 'Bearer', id_token: `${unsigned}.${signature}` })
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    if (pathname === '/authorize') authorize(searchParams, response)
    else if (pathname === '/token') void exchange(request, response)
    else if (pathname === '/keys') answer(response, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] })
    else answer(response, discovery(issuer))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    clientId,
    clientSecret,
    signIn: (claims) => {
      person = claims
    },
    held: () => ({ now: held.size, max }),
    hold: () => {
      holding = true
    },
    release: (then) => {
      if (then === 'go') holding = false
      for (const answerIt of held) answerIt()
      held.clear()
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(body))
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}
