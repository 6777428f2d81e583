import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getDeployment } from '@/lib/deployments/get'
import { listDeployments } from '@/lib/deployments/list'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const fieldNames = [
  'deploymentId',
  'commitSha',
  'environment',
  'status',
  'startedAt',
  'completedAt',
  'organizationSlug',
  'service',
  'branch',
  'triggeredBy',
  'pipelineName',
  'previousCommitSha',
  'pipelineUrl',
  'rawPayload',
  'metadata',
]

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '__proto__',
    "'; DROP TABLE deployments; --",
    'javascript:alert(1)',
  ),
  fc.constantFrom('9999-12-31T23:59:59-23:59', '2000-01-01', '2026-02-29', '0000-00-00', '2026-06-30T23:59:60Z'),
  fc.constantFrom('00000', 'f'.repeat(40), 'f'.repeat(41), 'https://a.example/', 'http://[', 'success', 'production'),
)

const hostileValue = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(0, -0, 1e308, 5e-324, Number.MAX_SAFE_INTEGER + 2, true, null, [], {}),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
)

const fieldChanges = fc.dictionary(fc.constantFrom(...fieldNames), hostileValue, { minKeys: 1, maxKeys: 4 })

it('answers any payload with 201, 400 or 403, and what it accepts can be read', async () => {
  await fc.assert(
    fc.asyncProperty(fieldChanges, async (changes) => {
      const { organization, token } = await createTenant()
      const event = { ...deploymentBody(), ...changes }
      const { status, body } = await postEvent(token, event)
      expect([201, 400, 403]).toContain(status)
      expect(Object.keys(body as object)).toEqual(status === 201 ? ['action', 'deploymentId', 'linkedPRs'] : ['error'])
      const { deployments: listed } = await listDeployments(organization.id, {}, null, 10)
      expect(listed).toHaveLength(status === 201 ? 1 : 0)
      for (const { deploymentId } of listed) {
        expect(deploymentId).toBe(event.deploymentId)
        expect(JSON.stringify(await getDeployment(organization.id, deploymentId))).toContain('timeline')
      }
    }),
    { numRuns: 1_000 },
  )
})

it('stores texts of the greatest length that bytes and compression allow, and finds them by each', async () => {
  const { organization, token } = await createTenant()
  const text = () => String.fromCodePoint(...Array.from({ length: 1024 }, () => randomInt(0x4e00, 0x9fff)))
  const [environment, service, branch, triggeredBy] = [text(), text(), text(), text()]
  const filters = { environment, service, branch, triggeredBy }
  const long = { ...filters, pipelineName: text(), previousCommitSha: text(), deploymentId: text().slice(0, 200) }
  expect(await postEvent(token, deploymentBody(long))).toMatchObject({ status: 201 })
  const sameBeginning = { ...long, deploymentId: 'other', branch: `${branch.slice(0, 1023)}x` }
  expect(await postEvent(token, deploymentBody(sameBeginning))).toMatchObject({ status: 201 })
  const { deployments: found } = await listDeployments(organization.id, filters, null, 10)
  expect(found.map(({ deploymentId }) => deploymentId)).toEqual([long.deploymentId])
  expect((await listDeployments(organization.id, { environment }, null, 10)).deployments).toHaveLength(2)
})
