import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { deploy } from '@/lib/testing/deploy'
import { createTenant } from '@/lib/testing/factories'

it('leadline service lists services and says whose they are', async () => {
  const tenant = await createTenant()
  const org = ['--org', tenant.organization.slug]
  expect((await leadline('service', 'list', ...org)).stdout).toContain('no deployment that names a service')
  await deploy(tenant, { service: 'API' })
  const setTeam = (...args: string[]) => leadline('service', 'set-team', ...org, '--service', 'api', ...args)

  expect((await setTeam('--team', 'payments')).stdout).toBe('API belongs to team payments.\n')
  const listed = await leadline('service', 'list', ...org, '--json')
  expect(JSON.parse(listed.stdout)).toMatchObject([{ key: 'api', name: 'API', team: 'payments' }])
  expect((await leadline('service', 'list', ...org)).stdout).toMatch(
    /API +payments +— +2026-03-02T10:05:00.000Z +success/,
  )
  expect(JSON.parse((await setTeam('--clear', '--json')).stdout)).toEqual({ service: 'API', team: null })

  expect(await setTeam()).toMatchObject({ code: 2, stderr: expect.stringContaining('Name either --team or --clear') })
  expect((await setTeam('--team', 'a', '--clear')).code).toBe(2)
  expect(await setTeam('--team', ' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('must not be empty') })
  const unknown = await leadline('service', 'set-team', ...org, '--service', 'nothing', '--team', 'a')
  expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('No deployment names a service "nothing"') })
  expect((await leadline('service', 'set-team', ...org)).code).toBe(2)
})
