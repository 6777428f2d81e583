import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant, randomSha } from '@/lib/testing/factories'
import { repositoryNameKeyOf, serviceKeyOf } from './service-key'

const names = [
  'API',
  'Übersetzer',
  'İstanbul',
  'ΟΔΟΣ',
  'ẞ',
  '𐐀',
  'a'.repeat(300),
  'Ü'.repeat(300),
  '🚢'.repeat(300),
  `${'a'.repeat(198)}  b`,
  `A${' \t'.repeat(150)}b`,
  ' \t\r\n api \n\r\t ',
  '\u00a0api\u00a0',
  '\u2003api',
  '\vapi\f',
  'the  api',
]

it('is the same in the database, and the key of itself', async () => {
  const { organization } = await createTenant()
  const at = new Date('2026-03-01T10:00:00Z')
  const stored = await db().prisma.deployment.createManyAndReturn({
    data: names.map((name, index) => ({
      organizationId: organization.id,
      externalId: `run-${index}`,
      commitSha: randomSha(),
      environment: name,
      service: name,
      production: true,
      status: 'success' as const,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    })),
  })
  expect(stored).toHaveLength(names.length)
  for (const { service, serviceKey, environmentKey } of stored) {
    const key = serviceKeyOf(service ?? '')
    expect([serviceKey, environmentKey]).toEqual([key, key])
    expect(serviceKeyOf(key)).toBe(key)
  }
})

it('folds A to Z alone, and has 200 characters at most', () => {
  expect(serviceKeyOf('ÜBERSETZER')).toBe('Übersetzer')
  expect([...serviceKeyOf('🚢'.repeat(300))]).toHaveLength(200)
  expect(serviceKeyOf(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199))
})

it('decides which repository is meant: what metrics count as one service is one for repositories', () => {
  for (const name of [...names, `${'a'.repeat(200)}b`, `${'Ο'.repeat(199)}ΣΑ`, `\u00a0${'a'.repeat(200)}`]) {
    expect(repositoryNameKeyOf(serviceKeyOf(name))).toBe(repositoryNameKeyOf(name))
  }
  expect(repositoryNameKeyOf('\u00a0ÜBER ')).toBe('über')
})
