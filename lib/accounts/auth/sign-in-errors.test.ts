import { describe, expect, it } from 'vitest'
import { signInErrorText } from './sign-in-errors'

describe('texts for a failed sign-in', () => {
  it.each(['CredentialsSignin', 'rate_limited', 'taken', 'sign-in-again', 'not-chosen', 'AccessDenied'])(
    'know %s',
    (code) => {
      expect(signInErrorText(code)).not.toBe(signInErrorText('?'))
    },
  )

  it.each(['', 'whatever', '__proto__', 'constructor', '<script>'])('have one for %j', (code) => {
    expect(signInErrorText(code)).toBe('Signing in did not work. Try again.')
  })
})
