import { expect, it } from 'vitest'
import { pathOf } from './answers'

it.each([
  ['/invite/secret', '/invite/***'],
  ['/invite/secret?x=1', '/invite/***'],
  ['/%69nvite/secret', '/invite/***'],
  ['/invite%2fsecret', '/invite/***'],
  ['/inv%69te/secret/more', '/invite/***/more'],
  ['/acme/deployments/a%2Fb?q=x', '/acme/deployments/a%2Fb'],
  ['/%', '/%'],
])('logs %s as %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})
