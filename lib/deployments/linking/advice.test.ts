import { describe, expect, it } from 'vitest'
import { adviceOn } from './advice'

const subject = {
  organization: 'acme',
  service: 'api',
  environment: 'staging',
  status: 'success' as const,
  commitSha: 'abcdef0123456789',
  repositoryToImport: null,
}

describe('what to do about a deployment without pull requests', () => {
  it('names what it is about', () => {
    expect(adviceOn('no repository for service', subject).why).toContain('“api”')
    expect(adviceOn('unknown commit', subject).why).toContain('abcdef0123 ')
    expect(adviceOn('not a production environment', subject).why).toContain('“staging”')
  })

  it('stands alone: no fix leans on the sentence before it', () => {
    const { fix } = adviceOn('no pull request since previous commit', subject)
    expect(fix).toBe(
      'If it was neither a redeploy nor a step back, check that previousCommitSha is the commit that was live before.',
    )
  })

  it.each([
    [{ service: 'acme/api' }],
    [{ service: 'api', repositoryToImport: 'acme/api' }],
    [{ service: null, repositoryToImport: 'acme/api' }],
  ])('gives the command with the full name of the repository for %j', (known) => {
    expect(adviceOn('unknown commit', { ...subject, ...known }).command).toBe(
      'npm run -s leadline -- import git --org acme \\\n  --repository acme/api --path /path/to/clone',
    )
  })

  it.each([
    ['failure', 'It failed. Only successful deployments to production ship pull requests.', null],
    ['cancelled', 'It was cancelled. Only successful deployments to production ship pull requests.', null],
    ['in_progress', 'It has not finished. Only successful deployments to production ship pull requests.', /once/],
  ] as const)('says what a deployment that is %s is', (status, why, fix) => {
    const advice = adviceOn('not successful', { ...subject, status })
    expect(advice.why).toBe(why)
    if (fix) expect(advice.fix).toMatch(fix)
    else expect(advice.fix).toBeNull()
  })

  it.each([null, `it's`, '$(touch /tmp/x)', 'a b; rm', '`id`', '--json', ''])(
    'puts nothing into the command that a shell would read, as the service %j would be',
    (service) => {
      expect(adviceOn('no repository imported', { ...subject, service }).command).toContain('--repository NAME ')
    },
  )
})
