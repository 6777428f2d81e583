import { expect, it, vi } from 'vitest'
import { isOwnOrigin } from './own-origin'

const address = vi.hoisted(() => ({ current: '' }))

vi.mock('@/lib/core/base-url', () => ({ baseUrl: () => address.current }))

it('takes no page that was not encrypted for its own where its address is', () => {
  address.current = 'https://leadline.example'
  expect(isOwnOrigin('https://leadline.example')).toBe(true)
  for (const origin of ['http://leadline.example', 'ws://leadline.example', 'https://evil.example', 'null', '', null])
    expect(isOwnOrigin(origin)).toBe(false)
})

it('takes a page of its address behind a proxy that encrypts for its own', () => {
  address.current = 'http://leadline.example:3000'
  expect(isOwnOrigin('http://leadline.example:3000')).toBe(true)
  expect(isOwnOrigin('https://leadline.example:3000')).toBe(true)
  expect(isOwnOrigin('http://leadline.example')).toBe(false)
})
