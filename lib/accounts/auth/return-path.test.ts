import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { returnPath } from './return-path'

describe('the way back after signing in', () => {
  it.each(['/acme/deployments?status=failure&q=a%2Fb#top', '/', '/invite/abc'])('leads to %s', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it.each([
    undefined,
    null,
    '',
    'acme',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/..//evil.example',
    '/./\\evil.example',
  ])('does not follow %j', (path) => {
    expect(returnPath(path)).toBe('/')
  })

  it('never leaves the site, whatever is requested', () => {
    const pieces = fc.array(
      fc.constantFrom('/', '\\', '.', '..', ':', '@', 'evil.example', '%2f', '%5c', '?', '#', '\t'),
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const path = returnPath(parts.join(''))
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, 'https://leadline.example').origin).toBe('https://leadline.example')
      }),
    )
  })
})
