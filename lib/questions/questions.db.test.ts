import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { GET, POST } from '@/app/api/v1/[...path]/route'
import { startTrial } from '@/lib/accounts/plans/start-trial'
import { db } from '@/lib/db/db'
import { listDeployments } from '@/lib/deployments/list'
import { metrics } from '@/lib/insights/metrics/registry'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { createReadKey, createTenant, type Tenant } from '@/lib/testing/factories'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { describeRefusedKeys } from '@/lib/testing/refused-keys'
import type { Question } from './define-question'
import { openApiDocument } from './openapi'
import type { Parameter } from './operation'
import { questions } from './registry'

let tenant: Tenant
let key: Record<string, string>
const days = 'from=2026-03-02&to=2026-03-31'

async function get(path: string, headers: Record<string, string> = key) {
  const response = await GET(new Request(`http://localhost${path}`, { headers }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** The same for a question whose inputs are posted. */
async function post(path: string, body: unknown, headers: Record<string, string> = key) {
  const sent = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await POST(new Request(`http://localhost${path}`, sent))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Asks a question something that finds an answer. */
async function askExample({ path, method }: Question, headers: Record<string, string> = key) {
  return method === 'POST' ? post(path, await bodyOf(), headers) : get(await exampleOf(path), headers)
}

/** Names what the organization deployed. */
async function bodyOf() {
  const { number, repository } = await db().prisma.pullRequest.findFirstOrThrow({
    where: { organizationId: tenant.organization.id },
    include: { repository: true },
  })
  return { service: 'api', pullRequests: [number], repository: repository.fullName }
}

beforeAll(async () => {
  tenant = await createTenant({ plan: 'business' })
  await storeRandomHistory(tenant.organization.id, 'questions', new Date('2026-02-20T00:00:00Z'), 40)
  key = await createReadKey(tenant.organization)
})

describe('GET /api/v1', () => {
  describeRefusedKeys('read', (headers) => get('/api/v1/nothing', headers))

  it('answers the numbers of the page', async () => {
    const { status, body } = await get(`/api/v1/metrics?${days}`)
    expect(status).toBe(200)
    const now = new Date()
    const { filters } = parseMetricFilters(new URLSearchParams(days), tenant.organization.timeZone, now)
    const report = await readReport(tenant.organization, filters, now)
    expect(body.metrics).toHaveLength(metrics.length)
    for (const { slug, name } of metrics) {
      const told = body.metrics.find((metric: { slug: string }) => metric.slug === slug)
      expect(told).toMatchObject({
        value: report[name]?.value,
        previous: report[name]?.previous,
        sampleSize: report[name]?.provenance.sampleSize,
        page: expect.stringContaining(`/${tenant.organization.slug}/insights/${slug}?from=2026-03-02&to=2026-03-31`),
      })
    }
  })

  it.each(questions)('answers $name as the document says', async (question) => {
    const { status, body } = await askExample(question)
    expect({ status, problems: problemsOf(question.path, status, body) }).toEqual({ status: 200, problems: null })
  })

  it('goes on where a page ended, until everything was listed once', async () => {
    const all = await listDeployments(tenant.organization.id, {}, null, 1_000)
    const listed: number[] = []
    let page: string | null = ''
    while (page !== null) {
      const { body } = await get(`/api/v1/deployments?limit=9&page=${page}`)
      listed.push(...body.deployments.map(({ id }: { id: number }) => id))
      page = body.next
    }
    expect(listed.length).toBeGreaterThan(20)
    expect(listed).toEqual(all.deployments.map(({ id }) => id))
  })

  it('goes on with the rows behind a number likewise', async () => {
    const rows: unknown[] = []
    let page = '1'
    let selected = 0
    while (page) {
      const { body } = await get(`/api/v1/metrics/deployment-frequency?${days}&page=${page}`)
      rows.push(...body.rows.map(({ id }: { id: number }) => id))
      selected = body.selected
      page = body.next
    }
    expect(rows.length).toBe(selected)
    expect(new Set(rows).size).toBe(selected)
  })

  it('takes a cursor with any id', async () => {
    expect((await get('/api/v1/pull-requests?page=older.2bc2jh40g00.zik0zk')).status).toBe(200)
  })

  it('answers 304 while an answer is what it was', async () => {
    const path = `/api/v1/metrics/lead-time?${days}`
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(await get(path, { ...key, 'If-None-Match': `"other", W/${etag}` })).toMatchObject({
      status: 304,
      body: null,
    })
    expect(await get(path, { ...key, 'If-None-Match': '"other"' })).toMatchObject({ status: 200 })
  })

  it('is part of Business and of the trial', async () => {
    const { organization } = await createTenant({ plan: 'free' })
    const own = await createReadKey(organization)
    expect(await get('/api/v1/deployments', own)).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('plan') },
    })
    await startTrial(db().people, organization.id)
    expect(await get('/api/v1/deployments', own)).toMatchObject({ status: 200 })
    await db().prisma.organization.update({
      where: { id: organization.id },
      data: { trialEndsAt: new Date(Date.now() - 1) },
    })
    expect(await get('/api/v1/deployments', own)).toMatchObject({ status: 403 })
  })

  it.each(questions)('$name is not answered on Free', async (question) => {
    const own = await createReadKey((await createTenant({ plan: 'free' })).organization)
    expect((await askExample(question, own)).status).toBe(403)
  })

  it('knows nothing of other organizations', async () => {
    const other = await createReadKey((await createTenant({ plan: 'business' })).organization)
    const { deployments } = await listDeployments(tenant.organization.id, {}, null, 1)
    const theirs = await get(`/api/v1/deployments/${deployments[0]?.id}`, other)
    const unknown = await get('/api/v1/deployments/999999999', other)
    expect({ status: theirs.status, body: theirs.body }).toEqual({ status: 404, body: unknown.body })
    expect((await get('/api/v1/deployments', other)).body.deployments).toEqual([])
    const shipped = await db().prisma.pullRequest.findFirstOrThrow({
      where: { organizationId: tenant.organization.id },
      include: { repository: true },
    })
    const live = `/api/v1/pull-requests/live?number=${shipped.number}&repository=${shipped.repository.fullName}`
    expect((await get(live)).status).toBe(200)
    expect((await get(live, other)).status).toBe(404)
  })

  it.each(questions)('$name tells nothing of them', async (question) => {
    const other = await createReadKey((await createTenant({ plan: 'business' })).organization)
    const theirs = await db().prisma.deployment.findMany({ where: { organizationId: tenant.organization.id } })
    const titles = await db().prisma.pullRequest.findMany({ where: { organizationId: tenant.organization.id } })
    const { status, body } = await askExample(question, other)
    expect([200, 404]).toContain(status)
    const told = JSON.stringify(body)
    const names = [...theirs.map(({ externalId }) => externalId), ...titles.map(({ title }) => title)]
    expect(names.filter((name) => told.includes(JSON.stringify(name)))).toEqual([])
    expect(told).not.toContain(tenant.organization.slug)
  })

  it.each([
    ['/api/v1/deployments?color=red', 400, 'Unknown parameter. Allowed: q,'],
    ['/api/v1/deployments?__proto__=1', 400, 'Unknown parameter'],
    ['/api/v1/deployments/7?id=8', 400, 'Unknown parameter'],
    ['/api/v1/deployments?service=nothing-is-called-so', 404, 'No deployment names a service'],
    ['/api/v1/pull-requests?repository=acme/nothing', 404, 'No repository is called'],
    ['/api/v1/pull-requests/undeployed?service=nothing-is-called-so', 404, 'No deployment names a service'],
    ['/api/v1/pull-requests/undeployed?service=%00', 400, 'service contains'],
    ['/api/v1/metrics/lead-time?page=99', 404, 'no such page'],
    ['/api/v1/deployments?status=ok', 400, 'status must be one of pending'],
    ['/api/v1/deployments?status=success&status=failure', 400, 'once'],
    ['/api/v1/deployments?limit=1000', 400, 'limit must be a whole number from 1 to 100'],
    ['/api/v1/deployments?page=yesterday', 404, 'no such page'],
    ['/api/v1/deployments/abc', 400, 'id must be a whole number'],
    ['/api/v1/metrics/lead-time?page=0', 400, 'page must be'],
    ['/api/v1/metrics/lead-time?sort=largest', 400, 'sort must be slowest'],
    ['/api/v1/metrics?from=2026-13-01', 400, 'from is not in the calendar'],
    ['/api/v1/metrics?from=2026-03-02&to=2026-02-02', 400, 'to must not be before'],
    ['/api/v1/metrics?service=nothing-is-called-so', 404, 'No service is called'],
    ['/api/v1/pull-requests/live?number=1', 400, 'repository'],
    ['/api/v1/velocity', 404, 'openapi.json'],
    ['/api/v1/risk?service=api', 405, 'Use POST'],
  ])('answers %s with %i', async (path, status, words) => {
    expect(await get(path)).toMatchObject({ status, body: { error: expect.stringContaining(words) } })
  })
})

describe('POST /api/v1', () => {
  const sha = '0123456789abcdef'

  describeRefusedKeys('read', (headers) => post('/api/v1/nothing', {}, headers))

  it.each([
    [{}, 400, 'service must be a text'],
    [{ service: ' ' }, 400, 'service must not be blank'],
    [{ service: 'api' }, 400, 'headSha must be the commit to deploy'],
    [{ service: 'api', headSha: 'main' }, 400, 'headSha must be a commit SHA'],
    [{ service: 'api', headSha: sha, baseSha: '../x' }, 400, 'baseSha must be a commit SHA'],
    [{ service: 'api', headSha: sha }, 404, `Commit ${sha} is not known`],
    [{ service: 'nothing', headSha: sha }, 404, 'No deployment names a service'],
    [{ service: 'api', headSha: sha, pullRequests: [1] }, 400, 'either commits or pullRequests'],
    [{ service: 'api', pullRequests: [] }, 400, 'pullRequests must not be empty'],
    [{ service: 'api', pullRequests: Array.from({ length: 101 }, () => 1) }, 400, 'at most 100'],
    [{ service: 'api', pullRequests: [1.5] }, 400, 'whole numbers'],
    [{ service: 'api', pullRequests: [1], repository: 'acme/nothing' }, 404, 'No repository of this name'],
    [{ service: 'api', pullRequests: [999_999], repository: 'acme/api' }, 404, 'There is no pull request 999999'],
    [{ service: 'api', headSha: sha, color: 'red' }, 400, 'Unknown parameter. Allowed: service,'],
    [{ service: 'a\0b', headSha: sha }, 400, 'NUL'],
    [[], 400, ''],
    [null, 400, ''],
  ])('answers %j with %i', async (body, status, words) => {
    expect(await post('/api/v1/risk', body)).toMatchObject({ status, body: { error: expect.stringContaining(words) } })
  })

  it('refuses what is too large, no JSON, or no question that is posted', async () => {
    expect((await post('/api/v1/risk', { service: 'x'.repeat(20_000) })).status).toBe(413)
    const form = { method: 'POST', headers: key, body: new URLSearchParams('service=api') }
    expect((await POST(new Request('http://localhost/api/v1/risk', form))).status).toBe(415)
    expect((await post('/api/v1/deployments', {})).status).toBe(405)
    expect((await post('/api/v1/velocity', {})).status).toBe(404)
  })
})

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument()))
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
  })

  it('has a schema for every answer to whatever is asked', async () => {
    const asked = fc
      .constantFrom(...questions.filter(({ method }) => method !== 'POST'))
      .chain(({ path }) => fc.tuple(fc.constant(path), parametersFor(path)))
    await fc.assert(
      fc.asyncProperty(asked, async ([path, parameters]) => {
        const { status, body } = await get(addressOf(path, parameters))
        expect({ status: status < 500, problems: problemsOf(path, status, body) }).toEqual({
          status: true,
          problems: null,
        })
      }),
      { numRuns: 150 },
    )
  }, 120_000)
})

const ajv = addFormats.default(new Ajv2020({ strict: false }))

/** What of an answer is not as the document says; null for nothing. */
function problemsOf(path: string, status: number, body: unknown) {
  const document = openApiDocument()
  const { get: read, post: posted } = document.paths[path] ?? {}
  const schema = (read ?? posted)?.responses[status]?.content?.['application/json']?.schema
  if (!schema) return `no schema for ${status}`
  const { components } = document
  return ajv.validate({ ...schema, components }, body) ? null : ajv.errorsText()
}

/** An address of a path that finds something. */
async function exampleOf(path: string): Promise<string> {
  const where = { organizationId: tenant.organization.id }
  if (path.includes('{id}')) {
    const link = await db().prisma.deploymentPullRequest.findFirstOrThrow({ where })
    return path.replace('{id}', String(link.deploymentId))
  }
  if (path.endsWith('/live')) {
    const { number, repository } = await db().prisma.pullRequest.findFirstOrThrow({
      where,
      include: { repository: true },
    })
    return `${path}?repository=${repository.fullName}&number=${number}`
  }
  const takesDays = questions.some((question) => question.path === path && 'range' in question.input.shape)
  return takesDays ? `${path}?${days}` : path
}

const words = fc.oneof(
  fc.constantFrom(
    'api',
    'acme/api',
    'production',
    '2026-03-02',
    '2026-03-31',
    'older.abc.1',
    '1',
    '2',
    '0',
    '-1',
    '1e3',
    ' ',
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** Some of the parameters of a path, each with a value that its schema names, or with any other. */
function parametersFor(path: string): fc.Arbitrary<[Parameter, string][]> {
  const parameters = openApiDocument().paths[path]?.get?.parameters ?? []
  return fc
    .tuple(
      ...parameters.map((parameter) => {
        const named = (parameter.schema.enum ?? []).map(String)
        const value = named.length > 0 ? fc.oneof(fc.constantFrom(...named), words) : words
        return fc.option(fc.tuple(fc.constant(parameter), value), { freq: parameter.required ? 20 : 1 })
      }),
    )
    .map((chosen) => chosen.filter((each) => each !== null))
}

function addressOf(path: string, chosen: [Parameter, string][]): string {
  const query = new URLSearchParams()
  let address = path
  for (const [parameter, value] of chosen) {
    if (parameter.in === 'query') query.append(parameter.name, value)
    else address = address.replace(`{${parameter.name}}`, encodeURIComponent(value.toWellFormed()) || '0')
  }
  return `${address}?${query}`
}
