import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { audienceOf } from '@/lib/accounts/trusted-pipelines/audience'
import { listTrusts } from '@/lib/accounts/trusted-pipelines/list'
import { revokeTrust } from '@/lib/accounts/trusted-pipelines/revoke'
import { db } from '@/lib/db/db'
import { loadTimeline } from '@/lib/deployments/load-timeline'
import { listWebhookRequests } from '@/lib/deployments/request-log/list'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { createSigningKey, gitlabClaims, startTokenIssuer } from '@/lib/testing/token-issuer'
import { createTrustingTenant, trust } from '@/lib/testing/trusted-pipelines'
import { postBatch, postEvent } from '@/lib/testing/webhook'

const refused = { status: 401, body: { error: 'Invalid or missing API key' } }
const minutes = (count: number) => Math.floor(Date.now() / 1000) + 60 * count

const issuer = await startTokenIssuer()
const trusting = (input = {}) => createTrustingTenant({ issuer: issuer.issuer, ...input })

async function postWith(token: string) {
  const { status, body } = await postEvent(token, deploymentBody())
  return { status, body }
}

/** What the log of requests of an organization says, the latest first. */
async function readLog({ organization }: Tenant) {
  await finishRequestLog()
  const { rows } = await listWebhookRequests(organization.id, {}, null, 10)
  return rows.map(({ statusCode, outcome, key }) => ({ statusCode, outcome, key: key?.name ?? null }))
}

describe('a token of a trusted pipeline', () => {
  it('posts a deployment as a key does, and the log of requests names the pipeline', async () => {
    const tenant = await trusting({ branch: 'main', environment: 'production' })
    const { status, headers, body } = await postEvent(await issuer.sign(tenant.audience), deploymentBody())
    expect({ status, body }).toEqual({
      status: 201,
      body: { action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 },
    })
    expect(headers.get('ratelimit')).toMatch(/^"ingest"/)
    const name = 'acme/api, branch main, environment production'
    expect(await readLog(tenant)).toEqual([{ statusCode: 201, outcome: 'created', key: name }])
    const { deploymentId } = body as { deploymentId: number }
    const [event] = await loadTimeline(tenant.organization.id, BigInt(deploymentId))
    expect(event?.key).toEqual({ name, display: 'GitHub Actions', trusted: true })
    const [listed] = await listTrusts(tenant.organization.id)
    expect(listed).toMatchObject({ id: tenant.trustId, hostId: '74', lastUsedAt: expect.any(Date) })
  })

  it('posts many at once', async () => {
    const { audience } = await trusting()
    const { status, body } = await postBatch(await issuer.sign(audience), [deploymentBody(), deploymentBody()])
    expect({ status, stored: body.stored }).toEqual({ status: 200, stored: 2 })
  })

  it('stores what a key stores', async () => {
    const tenant = await trusting()
    const event = deploymentBody({ service: 'api', branch: 'main' })
    await postEvent(tenant.token, { ...event, deploymentId: 'by key' })
    await postEvent(await issuer.sign(tenant.audience), { ...event, deploymentId: 'by token' })
    const [byKey, byToken] = await db().prisma.deployment.findMany({
      where: { organizationId: tenant.organization.id },
      omit: { id: true, externalId: true, createdAt: true, updatedAt: true },
      orderBy: { id: 'asc' },
    })
    expect(byToken).toEqual(byKey)
  })

  it('of a GitLab project in a subgroup counts, whatever the case of its name', async () => {
    const { audience } = await trusting({ host: 'gitlab', repository: 'Acme/platform/API', branch: 'main' })
    expect((await postWith(await issuer.sign(audience, { claims: gitlabClaims }))).status).toBe(201)
  })

  it('counts for its tag and its protection, where the trust asks for them', async () => {
    const { audience } = await trusting({
      host: 'gitlab',
      repository: 'acme/platform/api',
      tag: 'v*',
      protectedOnly: true,
    })
    const tagged = { ...gitlabClaims, ref: 'v1.2', ref_type: 'tag' }
    const statusOf = async (claims: Record<string, unknown>) =>
      (await postWith(await issuer.sign(audience, { claims }))).status
    expect(await statusOf(tagged)).toBe(201)
    expect(await statusOf({ ...tagged, ref_protected: 'false' })).toBe(401)
    expect(await statusOf({ ...tagged, ref: 'release' })).toBe(401)
    expect(await statusOf(gitlabClaims)).toBe(401)
  })

  it.each(['ES256', 'ES384', 'PS256', 'EdDSA'])('may be signed with %s', async (alg) => {
    const { audience } = await trusting()
    const key = await createSigningKey(alg)
    const other = await startTokenIssuer()
    const tenant = await createTrustingTenant({ issuer: other.issuer })
    other.published.push(key.publicJwk)
    expect((await postWith(await other.sign(tenant.audience, { key }))).status).toBe(201)
    expect(await postWith(await other.sign(audience, { key }))).toEqual(refused)
    await other.stop()
  })

  it('of a repository that two organizations trust posts to the one that it is meant for', async () => {
    const [here, there] = [await trusting(), await trusting()]
    expect((await postWith(await issuer.sign(here.audience))).status).toBe(201)
    const count = ({ organization: { id } }: typeof here) =>
      db().prisma.deployment.count({ where: { organizationId: id } })
    expect([await count(here), await count(there)]).toEqual([1, 0])
  })

  it('is refused from the next request on once its trust is revoked, and the log says why', async () => {
    const tenant = await trusting()
    const token = await issuer.sign(tenant.audience)
    expect((await postWith(token)).status).toBe(201)
    await revokeTrust(operatorOf(tenant.organization.id), tenant.trustId)
    expect(await postWith(token)).toEqual(refused)
    const [line] = await readLog(tenant)
    expect(line).toEqual({ statusCode: 401, outcome: 'Token refused: this trust is revoked', key: 'acme/api' })
  })

  it('is refused for a repository that was deleted and created again, until it is trusted again', async () => {
    const tenant = await trusting()
    const recreated = await issuer.sign(tenant.audience, { claims: { repository_id: '75' } })
    expect((await postWith(await issuer.sign(tenant.audience))).status).toBe(201)
    expect(await postWith(recreated)).toEqual(refused)
    const [line] = await readLog(tenant)
    expect(line?.outcome).toContain('another repository has this name now (id 75, trusted is 74)')
    await trust(tenant, { issuer: issuer.issuer, environment: 'production' })
    expect(await postWith(recreated)).toEqual(refused)
    await revokeTrust(operatorOf(tenant.organization.id), tenant.trustId)
    expect((await postWith(recreated)).status).toBe(201)
  })

  it('trusts one of two repositories whose first tokens arrive at once', async () => {
    const { audience } = await trusting()
    const tokens = await Promise.all(
      ['1', '2', '3', '4'].map((id) => issuer.sign(audience, { claims: { repository_id: id } })),
    )
    const statuses = (await Promise.all(tokens.map(postWith))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 401, 401, 401])
  })
})

describe('the log of requests has the reason of a token that was truly signed', () => {
  it.each([
    ['expired', { exp: minutes(-60) }, 'it has expired'],
    ['not valid yet', { nbf: minutes(60) }, 'it is not valid yet'],
    ['issued in the future', { iat: minutes(60) }, 'it is not valid yet'],
    ['without an end', { exp: undefined }, 'its claim exp is missing or wrong'],
    ['of another branch', { ref: 'refs/heads/feature' }, 'it is of branch feature, not of branch main'],
    ['of a tag', { ref: 'refs/tags/main' }, 'it is of no branch, not of branch main'],
    ['of another environment', { environment: 'qa' }, 'it is of environment qa, not of environment production'],
    ['without an environment', { environment: undefined }, 'it is of no environment, not of environment production'],
  ])('%s', async (_name, claims, reason) => {
    const tenant = await trusting({ branch: 'main', environment: 'production' })
    expect(await postWith(await issuer.sign(tenant.audience, { claims }))).toEqual(refused)
    const key = 'acme/api, branch main, environment production'
    expect(await readLog(tenant)).toEqual([{ statusCode: 401, outcome: `Token refused: ${reason}`, key }])
  })

  it.each([
    ['of another repository of the owner', 'acme/web', 'repository acme/web is not trusted'],
    ['of a repository that only begins alike', 'acme/api2', 'repository acme/api2 is not trusted'],
  ])('%s', async (_name, repository, reason) => {
    const tenant = await trusting()
    expect(await postWith(await issuer.sign(tenant.audience, { claims: { repository } }))).toEqual(refused)
    expect(await readLog(tenant)).toEqual([{ statusCode: 401, outcome: `Token refused: ${reason}`, key: null }])
  })
})

describe('a token leaves no trace in the log of an organization', () => {
  const forge = (header: object, claims: object, sign: (unsigned: string) => string) => {
    const unsigned = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${unsigned}.${sign(unsigned)}`
  }
  const claimsFor = (audience: string) => ({
    iss: issuer.issuer,
    aud: audience,
    iat: minutes(0),
    exp: minutes(5),
    repository: 'acme/api',
    repository_id: '74',
  })
  const publicKey = JSON.stringify(issuer.key.publicJwk)

  const tokens: [name: string, make: (audience: string) => Promise<string> | string][] = [
    ['signed with another key', async (audience) => issuer.sign(audience, { key: await strangeKey() })],
    ['without a signature (alg none)', (audience) => forge({ alg: 'none' }, claimsFor(audience), () => 'AA')],
    [
      'signed with the public key as a secret (HS256)',
      (audience) =>
        forge({ alg: 'HS256', kid: issuer.key.id }, claimsFor(audience), (unsigned) =>
          createHmac('sha256', publicKey).update(unsigned).digest('base64url'),
        ),
    ],
    ['of an issuer that it does not trust', async (audience) => ofStranger(audience)],
    [
      'meant for two',
      async (audience) => issuer.sign(audience, { claims: { aud: [audience, 'https://other.example'] } }),
    ],
    ['meant for the address of the server alone', () => issuer.sign(audienceOf(''))],
    ['meant for another service', () => issuer.sign('https://github.com/acme')],
    ['of 8 KiB and more', async (audience) => issuer.sign(audience, { claims: { more: 'x'.repeat(8_192) } })],
    ['whose issuer no database stores', async (audience) => issuer.sign(audience, { claims: { iss: 'https://a\0b' } })],
    ['of a stranger at the same host', (audience) => issuer.sign(audience, { claims: { repository: 'evil/api' } })],
    ['whose claims are no JSON', () => 'eyJhbGciOiJSUzI1NiJ9.bm8.bm8'],
  ]

  it.each(tokens)('%s', async (_name, make) => {
    const tenant = await trusting()
    expect(await postWith(await make(tenant.audience))).toEqual(refused)
    expect(await readLog(tenant)).toEqual([])
  })

  it('of the owner of a trust that was revoked', async () => {
    const tenant = await trusting({ repository: 'acme/web' })
    await trust(tenant, { issuer: issuer.issuer, repository: 'globex/api' })
    await revokeTrust(operatorOf(tenant.organization.id), tenant.trustId)
    expect(await postWith(await issuer.sign(tenant.audience))).toEqual(refused)
    expect(await readLog(tenant)).toEqual([])
  })

  it('that is meant for another one', async () => {
    const [here, there] = [await trusting(), await createTenant()]
    expect(await postWith(await issuer.sign(audienceOf(there.organization.slug)))).toEqual(refused)
    expect([await readLog(here), await readLog(there)]).toEqual([[], []])
  })

  /** A key that claims the id of the one that is published. */
  async function strangeKey() {
    return { ...(await createSigningKey()), id: issuer.key.id }
  }

  async function ofStranger(audience: string): Promise<string> {
    const other = await startTokenIssuer()
    const token = await other.sign(audience)
    await other.stop()
    return token
  }
})
