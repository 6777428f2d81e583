import { expect, test } from 'vitest'
import { GET } from './route'

test('all who read the document are sent the same bytes, not a copy each', async () => {
  const read = async () => {
    const answer = await GET(new Request('http://localhost/api/openapi.json'))
    return (await answer.body?.getReader().read())?.value
  }
  const bytes = await read()
  expect(JSON.parse(String(Buffer.from(bytes ?? [])))).toMatchObject({ openapi: '3.1.0' })
  expect(await read()).toBe(bytes)
})
