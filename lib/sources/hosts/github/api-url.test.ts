import { expect, test } from 'vitest'
import { githubApiUrl } from './api-url'

test.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://github.com/', 'https://api.github.com'],
  ['https://acme.ghe.com', 'https://api.acme.ghe.com'],
  ['https://git.acme.example', 'https://git.acme.example/api/v3'],
  ['http://localhost:8443/', 'http://localhost:8443/api/v3'],
])('%s is called at %s', (baseUrl, apiUrl) => {
  expect(githubApiUrl(baseUrl)).toBe(apiUrl)
})
