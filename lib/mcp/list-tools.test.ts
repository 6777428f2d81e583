import { afterEach, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/questions/define-question'
import { questions } from '@/lib/questions/registry'
import { answerMcp } from './server'

afterEach(() => vi.restoreAllMocks())

const caller = { user: { id: -1 } } as Caller
const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const revisions = {
  2025: { headers, params: {} },
  2026: {
    headers: { ...headers, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' },
    params: { _meta: meta },
  },
}

it.each([2025, 2026] as const)('the list of tools is written once, for clients of %s', async (revision) => {
  const { headers, params } = revisions[revision]
  const list = async (id: number | string) => {
    const request = new Request('http://localhost/mcp', { method: 'POST', headers })
    const response = await answerMcp(request, { jsonrpc: '2.0', id, method: 'tools/list', params }, caller)
    expect(response.status).toBe(200)
    const text = await response.text()
    return { id, text, ...JSON.parse(text.slice(text.indexOf('{'))) }
  }
  const written = vi.spyOn(JSON, 'stringify')
  const answers = [await list(1), await list('"tools":[]'), await list(3)]
  const lengths = written.mock.results.map(({ value }) => String(value).length)
  expect(Math.max(...lengths)).toBeLessThan(1_000)
  for (const [index, id] of [1, '"tools":[]', 3].entries()) {
    expect(answers[index]).toMatchObject({ id, jsonrpc: '2.0' })
    expect(answers[index].result.tools.map(({ name }: { name: string }) => name)).toEqual(
      questions.map(({ name }) => name),
    )
  }
})
