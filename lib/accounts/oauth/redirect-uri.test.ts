import { describe, expect, it } from 'vitest'
import { describeRedirect, isAllowedRedirectUri, isAmong } from './redirect-uri'

describe('an address that people are sent back to', () => {
  it.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?from=leadline',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:5000/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ])('may be %s', (address) => expect(isAllowedRedirectUri(address)).toBe(true))

  it.each([
    '',
    'callback',
    '//app.example.com/callback',
    'http://app.example.com/callback',
    'http://localhost.example.com/callback',
    'http://127.0.0.1.nip.io/callback',
    'http://0.0.0.0/callback',
    'https://app.example.com/callback#',
    'https://app.example.com/callback#part',
    'https://user@app.example.com/callback',
    'https://user:pass@app.example.com/',
    'https://app.example.com/a b',
    'https://app.example.com/\u202e',
    'https://app.example.com/\n',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://app.example.com/x',
    'app:/callback',
    'urn:ietf:wg:oauth:2.0:oob',
    `https://app.example.com/${'x'.repeat(512)}`,
  ])('may not be %j', (address) => expect(isAllowedRedirectUri(address)).toBe(false))

  const named = [
    'https://app.example.com/callback',
    'http://127.0.0.1:1234/callback',
    'com.example.app:/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ]

  it.each([...named, 'http://127.0.0.1/callback', 'http://127.0.0.1:65535/callback'])(
    'is the one named: %s',
    (address) => expect(isAmong(named, address)).toBe(true),
  )

  it.each([
    'https://app.example.com/callback/',
    'https://app.example.com/callback?x=y',
    'https://APP.example.com/callback',
    'https://app.example.com:443/callback',
    'https://app.example.com/%63allback',
    'https://app.example.com.evil.example/callback',
    'http://app.example.com/callback',
    'http://localhost:1234/callback',
    'http://127.0.0.1:1234/other',
    'http://127.0.0.1:1@evil.example/callback',
    'http://127.0.0.1:1234.evil.example/callback',
    'com.example.app:/other',
    'cursor://anysphere.cursor-mcp:1234/oauth/callback',
    'cursor://other.extension/oauth/callback',
    'vscode://anysphere.cursor-mcp/oauth/callback',
  ])('is not the one named: %s', (address) => expect(isAmong(named, address)).toBe(false))

  it('is shown by its host, or by the program that it opens', () => {
    expect(describeRedirect('https://app.example.com:8443/x')).toEqual({ host: 'app.example.com:8443', local: false })
    expect(describeRedirect('http://localhost:3000/x')).toEqual({ host: 'localhost:3000', local: true })
    expect(describeRedirect('com.example.app:/x')).toEqual({ host: 'com.example.app', local: true })
    expect(describeRedirect('cursor://anysphere.cursor-mcp/x')).toEqual({ host: 'Cursor', local: true })
    expect(describeRedirect('vscode-insiders://example.extension/x')).toEqual({ host: 'VS Code Insiders', local: true })
  })
})
