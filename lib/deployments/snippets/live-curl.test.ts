import { expect, test } from 'vitest'
import { liveCurl } from './live-curl'

test('names and addresses stay one word of the shell each', () => {
  const text = liveCurl({ baseUrl: 'https://x.example', repository: "acme/it's $(id)", number: 7, apiKey: 'ldl_1' })
  expect(text).toContain('export LEADLINE_API_KEY=ldl_1')
  expect(text).toContain(`--data-urlencode 'repository=acme/it'\\''s $(id)' --data number=7`)
  expect(text).toContain('https://x.example/api/pull-requests/live')
})
