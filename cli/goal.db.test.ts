import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { createTenant } from '@/lib/testing/factories'

it('leadline goal sets, lists and removes goals', async () => {
  const { slug } = (await createTenant({ plan: 'business' })).organization
  const run = (name: string, ...args: string[]) => leadline('goal', name, '--org', slug, ...args)
  expect((await run('list')).stdout).toContain(`Set one: leadline goal set --org ${slug}`)
  const { id } = JSON.parse((await run('set', '--metric', 'lead-time', '--value', '24', '--json')).stdout)
  expect((await run('list')).stdout).toMatch(new RegExp(`${id} +Lead time for changes: at most 1 d +24 +20.* holds`))
  const metrics = JSON.parse((await leadline('metrics', '--org', slug, '--json')).stdout)
  expect(metrics.goals).toMatchObject([{ id, metric: 'lead-time', team: null, value: 86_400, lastDay: null }])
  expect((await leadline('metrics', '--org', slug)).stdout).toContain('Lead time for changes: Goal 1 d; since ')
  expect(await run('set', '--metric', 'lead-time', '--value', '24', '--team', 'nothing')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No service belongs to a team "nothing"'),
  })
  expect((await run('set', '--metric', 'throughput', '--value', '1')).code).toBe(2)
  expect(JSON.parse((await run('remove', '--id', String(id), '--json')).stdout)).toEqual({ id, removed: true })
  expect((await run('remove', '--id', String(id))).code).toBe(1)
})
