import { expect, test } from 'vitest'
import { refuseSignInAddress } from './refuse-sign-in-address'

const refuse = (action: string, query: string) => () =>
  refuseSignInAddress(action, new URL(`http://localhost/api/auth/${action}?${query}`))

test.each([
  ['error', 'error=%0d%0aX-Mine:1'],
  ['error', 'error=%E2%82%AC'],
  ['error', `error=${'a'.repeat(65)}`],
  ['error', 'error=a&error='],
  ['callback', 'callbackUrl=javascript:x'],
  ['csrf', 'callbackUrl=//'],
  ['signin', 'callbackUrl=/&callbackUrl=here'],
])('%s with %s is refused', (action, query) => {
  expect(refuse(action, query)).toThrow(expect.objectContaining({ code: 'invalid' }))
})

test.each([
  ['error', ''],
  ['error', 'error=OAuthCallback'],
  ['callback', 'error=the%20person%20said%20no'],
  ['signin', 'callbackUrl='],
  ['signin', 'callbackUrl=/acme?a=b'],
  ['signin', 'callbackUrl=https%3A%2F%2Fleadline.example%2Facme'],
])('%s with %s is passed on', (action, query) => {
  expect(refuse(action, query)).not.toThrow()
})
