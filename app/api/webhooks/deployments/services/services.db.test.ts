import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { at, deploy } from '@/lib/testing/deploy'
import { createHistory, createReadKey, createRepository, createTenant } from '@/lib/testing/factories'
import { keepParsing } from '@/lib/testing/keep-parsing'
import { GET, POST } from './route'

const url = 'http://localhost/api/webhooks/deployments/services'

async function ask(token: string, query: string, body?: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const request = new Request(`${url}?${query}`, body === undefined ? { headers } : { method: 'POST', headers, body })
  const response = await (body === undefined ? GET : POST)(request)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

/** A repository of three services with paths; api and web are live, at the first and at the second commit. */
async function createMonorepo() {
  const tenant = await createTenant()
  const repository = await createRepository(tenant.organization.id, 'acme/shop')
  const shas = await createHistory(repository, 3)
  const actor = operatorOf(tenant.organization.id)
  for (const service of ['api', 'web', 'worker']) {
    await setServicePaths(actor, repository.id, service, [`services/${service}/**`])
  }
  await deploy(tenant, { service: 'api', commitSha: at(shas, 0) })
  await deploy(tenant, { service: 'web', commitSha: at(shas, 1) })
  await deploy(tenant, { service: 'api', commitSha: at(shas, 2), status: 'failure', deploymentId: 'failed' })
  return { ...tenant, shas }
}

const question = 'repository=acme/shop&environment=production'

describe('the services of a repository', () => {
  it('are told with the commit that is live of each', async () => {
    const { token, shas } = await createMonorepo()
    const { status, text, headers } = await ask(token, question)
    expect({ status, text }).toEqual({ status: 200, text: `${at(shas, 0)} api\n${at(shas, 1)} web\n- worker\n` })
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(headers.get('ratelimit')).toMatch(/^"ingest"/)
    expect((await ask(token, 'repository=shop')).text).toBe(text)
  })

  it('changed where one of their paths did, and where that cannot be told', async () => {
    const { token, shas } = await createMonorepo()
    const since = (index: number, ...paths: string[]) =>
      [`since ${at(shas, index)}`, ...paths.map((path) => ` ${path}`), ''].join('\n')
    const changed = async (body: string) => (await ask(token, question, body)).text.trim().split('\n')
    expect(await changed(since(0, 'services/api/main.ts', 'README.md') + since(1, 'README.md'))).toEqual([
      'api',
      'worker',
    ])
    expect(await changed(since(0, 'docs/api.md') + since(1, 'services/web/a b.ts'))).toEqual(['web', 'worker'])
    expect(await changed(since(0) + since(1))).toEqual(['worker'])
    expect(await changed(since(0))).toEqual(['web', 'worker'])
    expect(await changed('')).toEqual(['api', 'web', 'worker'])
    expect(await changed(since(0, ...Array(3_001).fill('a')) + since(1))).toEqual(['api', 'worker'])
    const named = since(1, `since ${at(shas, 0)}`, 'services/web/index.ts')
    expect(await changed(since(0) + named)).toEqual(['web', 'worker'])
  })

  it('are live under any case of their letters, and keep the name that they have in metrics', async () => {
    const { shas, ...tenant } = await createMonorepo()
    const repository = await createRepository(tenant.organization.id, 'acme/school')
    for (const service of ['École', 'Übersetzer', 'new']) {
      await setServicePaths(operatorOf(tenant.organization.id), repository.id, service, [`${service}/**`])
    }
    await deploy(tenant, { service: 'éCOLE', commitSha: at(shas, 0), completedAt: '2026-03-01T10:00:00Z' })
    await deploy(tenant, { service: 'École', commitSha: at(shas, 1), completedAt: '2026-03-02T10:00:00Z' })
    await deploy(tenant, { service: 'ÜBERSETZER', commitSha: at(shas, 2) })
    const { text } = await ask(tenant.token, 'repository=acme/school')
    expect(text).toBe(`- new\n${at(shas, 1)} École\n${at(shas, 2)} Übersetzer\n`)
    const changed = `since ${at(shas, 1)}\n École/a.ts\nsince ${at(shas, 2)}\n`
    expect((await ask(tenant.token, 'repository=acme/school', changed)).text).toBe('new\nÉcole\n')
  })

  it('are as many as there are, however much changed elsewhere', async () => {
    const { shas, ...tenant } = await createMonorepo()
    const repository = await createRepository(tenant.organization.id, 'acme/many')
    const services = Array.from({ length: 100 }, (_, index) => `service-${index}`)
    for (const service of services) {
      await setServicePaths(operatorOf(tenant.organization.id), repository.id, service, [`packages/${service}/**`])
    }
    for (const service of services) await deploy(tenant, { service, commitSha: at(shas, 0) })
    const paths = Array.from({ length: 2_000 }, (_, index) => ` docs/${'a-rather-long-name-'.repeat(4)}${index}.md`)
    const body = [`since ${at(shas, 0)}`, ...paths, ' packages/service-99/index.ts', ''].join('\n')
    expect((await ask(tenant.token, 'repository=acme/many', body)).text).toBe('service-99\n')
  })

  it('are those of the organization of the key alone', async () => {
    const monorepo = await createMonorepo()
    const stranger = await createTenant()
    const unknown = await ask(stranger.token, 'repository=acme/unknown')
    expect(unknown.status).toBe(404)
    expect(await ask(stranger.token, question)).toMatchObject({ status: 404, text: unknown.text })
    await createRepository(stranger.organization.id, 'acme/shop')
    expect(await ask(stranger.token, question)).toMatchObject({
      status: 404,
      text: '{"error":"No service has paths in acme/shop. Add them under Settings > Repositories"}',
    })
    const { Authorization } = await createReadKey(monorepo.organization)
    expect((await ask(Authorization.replace('Bearer ', ''), question)).status).toBe(403)
    expect((await ask('ldl_none', question)).status).toBe(401)
  })

  it('are asked for with a repository, and paths that say since when', async () => {
    const { token } = await createMonorepo()
    expect((await ask(token, '')).text).toContain('The parameter repository must be')
    expect(await ask(token, question, 'services/api/main.ts')).toMatchObject({
      status: 400,
      text: '{"error":"Invalid payload: send lines such as since 4b825dc, each followed by paths with a space before each"}',
    })
    expect((await ask(token, question, `since ${'a'.repeat(40)}\nservices/api/main.ts`)).status).toBe(400)
    for (const environment of ['staging', 'a%00']) {
      const refused = await ask(token, `repository=acme/shop&environment=${environment}`)
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('must be one of production') })
    }
    expect((await ask(token, question, 'a'.repeat(300_000))).status).toBe(413)
  })

  it('of a long list of paths wait while the key has many long events, and hold up no other organization', async () => {
    const [{ organization, token, apiKeyId }, other] = [await createMonorepo(), await createMonorepo()]
    const paths = ({ shas }: typeof other) => `since ${at(shas, 0)}\n${' services/api/main.ts\n'.repeat(1_000)}`
    const waiting = keepParsing({ organizationId: organization.id, apiKeyId })
    const answers = await Promise.all([ask(token, question, paths(other)), ask(other.token, question, paths(other))])
    expect(answers).toMatchObject([{ status: 503 }, { status: 200, text: 'api\nweb\nworker\n' }])
    expect(answers[0]?.headers.get('retry-after')).toBe('5')
    await waiting
  })
})
