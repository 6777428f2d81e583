import { describe, expect, it } from 'vitest'
import { jobOf, refuseJob } from './claims'

const github = { repository: 'acme/api', repository_id: '74', ref: 'refs/heads/main' }
const gitlab = { project_path: 'acme/platform/api', project_id: 28, ref: 'v1', ref_type: 'tag', environment: 'live' }
const anything = {
  repository: 'acme/api',
  branch: null,
  tag: null,
  protectedOnly: false,
  environment: null,
  hostId: null,
}

const api = {
  repository: 'acme/api',
  hostId: '74',
  branch: 'main',
  tag: null,
  isProtected: false,
  environment: null,
  runsElsewhere: false,
}

describe('the job that a token is of', () => {
  it('is read of the claims of its host', () => {
    expect(jobOf('github', github)).toEqual(api)
    const tagged = { ...github, ref: 'refs/tags/v1', ref_protected: 'true' }
    expect(jobOf('github', tagged)).toEqual({ ...api, branch: null, tag: 'v1', isProtected: true })
    const job = { ...api, repository: 'acme/platform/api', hostId: '28', branch: null, environment: 'live' }
    expect(jobOf('gitlab', gitlab)).toEqual({ ...job, tag: 'v1' })
    const branch = { ...gitlab, ref_type: 'branch', pipeline_source: 'push', ref_protected: 'true' }
    expect(jobOf('gitlab', branch)).toEqual({ ...job, branch: 'v1', isProtected: true })
    expect(jobOf('gitlab', { ...branch, ref_protected: 'false' })?.isProtected).toBe(false)
    const ofMergeRequest = { ...branch, pipeline_source: 'merge_request_event', job_project_id: '28' }
    expect(jobOf('gitlab', ofMergeRequest)).toEqual(job)
  })

  it.each([
    ['merge_request_event', 28, false],
    ['merge_request_event', '28', false],
    ['merge_request_event', 666, true],
    ['merge_request_event', undefined, true],
    ['parent_pipeline', 28, false],
    ['parent_pipeline', 666, true],
    ['parent_pipeline', undefined, true],
    ['push', undefined, false],
    ['push', null, true],
  ])('of %s in project %s runs elsewhere, or may: %s', (pipeline_source, job_project_id, runsElsewhere) => {
    const claims = { ...gitlab, ref_type: 'branch', pipeline_source, job_project_id }
    expect(jobOf('gitlab', claims)?.runsElsewhere).toBe(runsElsewhere)
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
  it('is refused where it may run in another repository, whatever the trust is limited to', () => {
    expect(refuseJob(anything, { ...api, runsElsewhere: true })).toContain('another project')
  })

  it('goes by branch, environment and id, where they are set', () => {
    expect(refuseJob(anything, api)).toBeNull()
    expect(refuseJob({ ...anything, branch: 'main', hostId: '74' }, api)).toBeNull()
    expect(refuseJob({ ...anything, branch: 'Main' }, api)).toBe('it is of branch main, not of branch Main')
    expect(refuseJob({ ...anything, environment: 'live' }, api)).toBe(
      'it is of no environment, not of environment live',
    )
    expect(refuseJob({ ...anything, hostId: '75' }, api)).toContain('id 74, trusted is 75')
  })

  it('goes by the tag, with * for any text', () => {
    const tagged = (tag: string) => ({ ...api, branch: null, tag })
    const isTrusted = (pattern: string, tag: string) => refuseJob({ ...anything, tag: pattern }, tagged(tag)) === null
    for (const [pattern, tag] of [
      ['v1', 'v1'],
      ['v*', 'v1.2/rc'],
      ['*', 'x'],
      ['v*.*-*', 'v1.2-3'],
      ['v*1', 'v1'],
      ['*a*a*', 'aa'],
    ] as const)
      expect(isTrusted(pattern, tag), `${pattern} ${tag}`).toBe(true)
    for (const [pattern, tag] of [
      ['v1', 'v10'],
      ['v*', 'nv1'],
      ['v.*', 'v1'],
      ['v*1', 'v12'],
      ['ab*bc', 'abc'],
      ['*a*a*', 'a'],
      ['[v]*', 'v1'],
    ] as const)
      expect(isTrusted(pattern, tag), `${pattern} ${tag}`).toBe(false)
    expect(refuseJob({ ...anything, tag: 'v*' }, tagged('main'))).toBe('it is of tag main, not of a tag v*')
    expect(refuseJob({ ...anything, tag: '*' }, api)).toBe('it is of no tag, not of a tag *')
    expect(refuseJob({ ...anything, branch: 'v1' }, tagged('v1'))).toBe('it is of no branch, not of branch v1')
  })

  it('goes by whether the branch or tag is protected, where that is asked for', () => {
    const trust = { ...anything, protectedOnly: true }
    expect(refuseJob(trust, { ...api, isProtected: true })).toBeNull()
    expect(refuseJob(trust, api)).toBe('its branch or tag is not protected')
    expect(refuseJob({ ...trust, branch: 'main' }, api)).toBe('its branch or tag is not protected')
  })

  it('quotes a long name by its beginning, without what cannot be seen', () => {
    const reason = refuseJob({ ...anything, branch: 'main' }, { ...api, branch: `\u202e\n${'x'.repeat(500)}` })
    expect(reason).toBe(`it is of branch  ${'x'.repeat(99)}…, not of branch main`)
  })
})
