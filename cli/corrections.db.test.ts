import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { deploy, tenantWithHistory } from '@/lib/testing/deploy'

it('leadline deployment void, restore and correct, and leadline audit', async () => {
  const { tenant, shas } = await tenantWithHistory(2)
  const org = ['--org', tenant.organization.slug]
  await deploy(tenant, { deploymentId: 'gh-1', service: 'api', commitSha: shas[1], environment: 'prod' })
  const change = (verb: string, ...more: string[]) =>
    leadline('deployment', verb, ...org, '--deployment', 'gh-1', '--reason', `${verb} it`, ...more)

  expect((await change('correct', '--environment', 'production')).stdout).toBe(
    'gh-1: api to production. It ships 1 pull request.\n',
  )
  expect((await change('void')).stdout).toContain('It is void and counts in no number.')
  expect((await leadline('deployment', 'show', ...org, '--deployment', 'gh-1')).stdout).toMatch(
    /Voided +\S+: void it\nEnvironment +production \(corrected\)/,
  )
  expect(JSON.parse((await change('restore', '--json')).stdout)).toMatchObject({ linkedPRs: 1, voidedAt: null })
  expect(JSON.parse((await change('correct', '--environment-as-sent', '--json')).stdout)).toMatchObject({
    environment: 'prod',
    environmentCorrection: null,
    linkedPRs: 0,
  })

  const { stdout } = await leadline('audit', ...org, '--text', 'gh-1')
  expect(stdout.split('\n').map((line) => line.replace(/^\S+ +/, ''))).toEqual([
    expect.stringMatching(/^WHO +WHAT$/),
    'command line  corrected deployment gh-1, environment from production to prod: correct it',
    'command line  restored deployment gh-1: restore it',
    'command line  voided deployment gh-1: void it',
    'command line  corrected deployment gh-1, environment from prod to production: correct it',
    '',
  ])
})
