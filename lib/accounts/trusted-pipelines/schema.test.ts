import { describe, expect, it } from 'vitest'
import { trustSchema } from './schema'

const problemsOf = (input: object) => {
  const { error } = trustSchema.safeParse({ host: 'github', repository: 'acme/api', ...input })
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]))
}

describe('what a manager enters of a trusted pipeline', () => {
  it('needs no more than the host and the repository', () => {
    expect(trustSchema.parse({ host: 'gitlab', repository: ' acme/platform/api ', branch: ' ', issuer: '' })).toEqual({
      host: 'gitlab',
      issuer: 'https://gitlab.com',
      repository: 'acme/platform/api',
      branch: null,
      tag: null,
      protectedOnly: false,
      environment: null,
    })
  })

  it('may name a branch, an environment and an issuer, whose last slash does not count', () => {
    const issuer = 'https://git.acme.example/gitlab/'
    const input = { host: 'gitlab', repository: 'a/b', branch: 'release/2', environment: 'live', issuer }
    expect(trustSchema.parse(input)).toMatchObject({ ...input, issuer: 'https://git.acme.example/gitlab' })
  })

  it('may name tags in place of a branch, and ask for protected ones', () => {
    const input = { host: 'gitlab', repository: 'a/b', tag: 'refs/tags/v*', protectedOnly: 'on' }
    expect(trustSchema.parse(input)).toMatchObject({ branch: null, tag: 'v*', protectedOnly: true })
    expect(trustSchema.parse({ ...input, protectedOnly: true })).toMatchObject({ protectedOnly: true })
    expect(problemsOf({ branch: 'main', tag: 'v*' })).toEqual({
      tag: 'Enter a branch or tags, not both: add one for each',
    })
  })

  it.each([
    ['refs/heads/main', 'main'],
    [' refs/heads/release/2 ', 'release/2'],
    ['refs/heads/', 'refs/heads/'],
    ['heads/main', 'heads/main'],
  ])('may name the branch as %j', (branch, stored) => {
    expect(trustSchema.parse({ host: 'github', repository: 'acme/api', branch })).toMatchObject({ branch: stored })
  })

  it.each([
    ['api', 'Enter the repository as owner/name'],
    ['acme/platform/api', 'Enter the repository as owner/name'],
    ['https://github.com/acme/api', 'Enter the repository as owner/name'],
    ['acme/*', 'Enter the repository as owner/name'],
    ['', 'Enter a repository'],
  ])('refuses the repository %j', (repository, message) => {
    expect(problemsOf({ repository })).toMatchObject({ repository: message })
  })

  it('refuses a GitLab project without its group', () => {
    expect(problemsOf({ host: 'gitlab', repository: 'api' })).toEqual({
      repository: 'Enter the path of the project, such as group/project',
    })
  })

  it.each([
    'gitlab.example.com',
    'http://gitlab.example.com',
    'https://user@gitlab.example.com',
    'https://gitlab.example.com?a=b',
    'ftp://gitlab.example.com',
    'https://',
    'https://gitlab.exämple.com',
    'https://gitlab.example.com/\u200b',
    'https://gitlab.example.com/\x7f',
  ])('refuses the issuer %j', (issuer) => {
    expect(problemsOf({ issuer })).toEqual({ issuer: expect.stringContaining('Enter an https:// address') })
  })

  it('refuses lines that cannot be shown, and those that are too long', () => {
    expect(problemsOf({ branch: 'a\0b', environment: 'x'.repeat(256) })).toEqual({
      branch: 'The branch has a character that cannot be shown',
      environment: 'Use at most 255 characters for the environment',
    })
  })
})
