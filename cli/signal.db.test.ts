import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { deploy } from '@/lib/testing/deploy'
import { createTenant, randomSha } from '@/lib/testing/factories'

it('leadline signal lists what a look finds now', async () => {
  const tenant = await createTenant({ plan: 'business' })
  const list = (...args: string[]) => leadline('signal', 'list', '--org', tenant.organization.slug, ...args)
  expect((await list()).stdout).toBe('No signal is open.\n')

  for (let n = 1; n <= 10; n += 1) {
    const at = new Date(Date.now() - n * 3_600_000).toISOString()
    const status = n <= 3 ? 'failure' : 'success'
    const event = { deploymentId: `run-${n}`, commitSha: randomSha(), service: 'api', status }
    await deploy(tenant, { ...event, startedAt: at, completedAt: at })
  }
  expect((await list()).stdout).toMatch(/medium +Deployments fail often +api +Failed: 30%, Failed deployments: 3,/)
  expect(JSON.parse((await list('--json')).stdout)).toMatchObject([{ rule: { slug: 'failure-rate' }, name: 'api' }])
  expect((await list('--state', 'snoozed')).stdout).toBe('No signal is snoozed.\n')

  expect((await list('--state', 'gone')).code).toBe(2)
  expect(await leadline('signal', 'list', '--org', 'nobody')).toMatchObject({ code: 1 })
  const free = await createTenant({ plan: 'free' })
  expect(await leadline('signal', 'list', '--org', free.organization.slug)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not include risk signals'),
  })
})
