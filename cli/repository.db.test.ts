import { expect, it } from 'vitest'
import { leadline, leadlineJson } from '@/lib/testing/command-line'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'

it('leadline repository lists, sets, narrows and counts', async () => {
  const { tenant, shas } = await tenantWithHistory(3)
  const org = ['--org', tenant.organization.slug]
  const completedAt = new Date(Date.now() - 3_600_000).toISOString()
  await deploy(tenant, { commitSha: at(shas, 2), service: 'api', startedAt: completedAt, completedAt })
  const repository = [...org, '--repository', 'Acme/API']

  expect(await leadlineJson('repository', 'set', ...repository, '--alias', 'Core', 'billing')).toMatchObject({
    fullName: 'acme/api',
    aliases: ['billing', 'core'],
  })
  expect(await leadlineJson('repository', 'paths', ...repository, '--service', 'web', '--glob', 'web/')).toEqual({
    service: 'web',
    globs: ['web/**'],
    linkedAgain: 0,
  })
  expect(await leadlineJson('repository', 'coverage', ...org)).toMatchObject({
    shares: { all: 1, linked: 1 },
    reasons: [],
  })
  expect((await leadline('repository', 'list', ...org)).stdout).toMatch(/billing, core +web/)

  const refused = await leadline('repository', 'set', ...repository, '--no-monitored')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('has no connection') })
  const nothing = await leadline('repository', 'set', ...repository)
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining('Name what to set') })
  for (const both of [
    ['--alias', 'core', '--no-alias'],
    ['--no-alias', '--alias', 'core'],
    ['--no-monitored', '--monitored'],
  ]) {
    const run = await leadline('repository', 'set', ...repository, ...both)
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: Name either --\w+ or --no-/) })
  }
  expect(await leadlineJson('repository', 'list', ...org)).toMatchObject([{ aliases: ['billing', 'core'] }])
  const unknown = await leadline('repository', 'set', ...org, '--repository', 'api', '--no-alias')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('leadline repository list') })

  const kept = await leadline('repository', 'remove', ...repository, '--confirm', 'api')
  expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing was removed') })
  expect(await leadlineJson('repository', 'remove', ...repository, '--confirm', 'acme/api')).toEqual({
    removed: 'acme/api',
    linkedAgain: expect.any(Number),
  })
  expect(await leadlineJson('repository', 'list', ...org)).toEqual([])
})
