import { describe, expect, it } from 'vitest'
import { jobOf, refuseJob } from './claims'

const github = { repository: 'acme/api', repository_id: '74', ref: 'refs/heads/main' }
const gitlab = { project_path: 'acme/platform/api', project_id: 28, ref: 'v1', ref_type: 'tag', environment: 'live' }
const anything = { repository: 'acme/api', branch: null, environment: null, hostId: null }

describe('the job that a token is of', () => {
  it('is read of the claims of its host', () => {
    expect(jobOf('github', github)).toEqual({ repository: 'acme/api', hostId: '74', branch: 'main', environment: null })
    const job = { repository: 'acme/platform/api', hostId: '28', branch: null, environment: 'live' }
    expect(jobOf('gitlab', gitlab)).toEqual(job)
    const branch = { ...gitlab, ref_type: 'branch', pipeline_source: 'push' }
    expect(jobOf('gitlab', branch)).toEqual({ ...job, branch: 'v1' })
    expect(jobOf('gitlab', { ...branch, pipeline_source: 'merge_request_event' })).toEqual(job)
  })

  it.each([
    { ...github, repository: undefined },
    { ...github, repository_id: { id: 74 } },
    { ...github, repository_id: '7\0' },
    gitlab,
    {},
  ])('is none where the repository or its id is missing: %j', (claims) => expect(jobOf('github', claims)).toBeNull())

  it.each(['refs/pull/3/merge', 'refs/tags/main', 'main', '', undefined])('has no branch with the ref %j', (ref) => {
    expect(jobOf('github', { ...github, ref })?.branch).toBeNull()
  })
})

describe('whether a job is trusted', () => {
  const job = { repository: 'acme/api', hostId: '74', branch: 'main', environment: null }

  it('goes by branch, environment and id, where they are set', () => {
    expect(refuseJob(anything, job)).toBeNull()
    expect(refuseJob({ ...anything, branch: 'main', hostId: '74' }, job)).toBeNull()
    expect(refuseJob({ ...anything, branch: 'Main' }, job)).toBe('it is of branch main, not of branch Main')
    expect(refuseJob({ ...anything, environment: 'live' }, job)).toBe(
      'it is of no environment, not of environment live',
    )
    expect(refuseJob({ ...anything, hostId: '75' }, job)).toContain('id 74, trusted is 75')
  })

  it('quotes a long name by its beginning, without what cannot be seen', () => {
    const reason = refuseJob({ ...anything, branch: 'main' }, { ...job, branch: `\u202e\n${'x'.repeat(500)}` })
    expect(reason).toBe(`it is of branch  ${'x'.repeat(99)}…, not of branch main`)
  })
})
