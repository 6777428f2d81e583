import { expect, it } from 'vitest'
import { isOwnOrigin } from './own-origin'

it('takes no page that was not encrypted for its own where its address is', () => {
  const address = 'https://leadline.example'
  expect(isOwnOrigin('https://leadline.example', address)).toBe(true)
  for (const origin of ['http://leadline.example', 'ws://leadline.example', 'https://evil.example', 'null', '', null])
    expect(isOwnOrigin(origin, address)).toBe(false)
})

it('takes a page of its address behind a proxy that encrypts for its own', () => {
  const address = 'http://leadline.example:3000'
  expect(isOwnOrigin('http://leadline.example:3000', address)).toBe(true)
  expect(isOwnOrigin('https://leadline.example:3000', address)).toBe(true)
  expect(isOwnOrigin('http://leadline.example', address)).toBe(false)
})
