import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { foreign } from '@/lib/questions/parts'
import { formatAnswer } from './format-answer'

const names = ['service', 'environment', 'branch', 'triggeredBy', 'pipelineName'] as const
const row = z.object({
  page: z.string(),
  ...Object.fromEntries(names.map((name) => [name, foreign('Anything.').nullable()])),
})
const output = z.object({ rows: z.array(row), next: z.string().nullable() })

const page = 'https://leadline.example/acme/deployments/1'
const answerOf = (text: string, rows = 1) => ({
  rows: Array.from({ length: rows }, () => ({ page, ...Object.fromEntries(names.map((name) => [name, text])) })),
  next: null,
})
const serviceOf = (text: string, rows?: number) => {
  const { rows: formatted } = formatAnswer({ output }, answerOf(text, rows)).json as { rows: { service: string }[] }
  return formatted[0]?.service
}

afterEach(() => vi.restoreAllMocks())

describe('an answer as assistants get it', () => {
  it('has ordinary texts as they are, each on a line of its own', () => {
    const { text, json } = formatAnswer({ output }, answerOf('Zahlungen "neu" – サービス 😀'))
    expect(json).toEqual(answerOf('Zahlungen "neu" – サービス 😀'))
    expect(text.split('\n').slice(1, 4)).toEqual([
      'rows:',
      `  - page: "${page}"`,
      '    service: "Zahlungen \\"neu\\" – サービス 😀"',
    ])
  })

  it('cuts long texts from outside between two characters, and others never', () => {
    expect(serviceOf('x'.repeat(500))).toBe('x'.repeat(500))
    expect(serviceOf('x'.repeat(501))).toBe(`${'x'.repeat(500)}…`)
    expect(serviceOf(`${'x'.repeat(499)}😀`)).toBe(`${'x'.repeat(499)}…`)
    expect(serviceOf(`${'x'.repeat(498)}😀`)).toBe(`${'x'.repeat(498)}😀`)
    expect(serviceOf('サ'.repeat(1_000), 100)).toBe(`${'サ'.repeat(10)}…`)
    const long = { rows: [], next: 'n'.repeat(2_000) }
    expect(formatAnswer({ output }, long).json).toEqual(long)
  })

  it('has a space for what is invisible, also where it is all there is', () => {
    expect(serviceOf('a\u202e\u034f\u3164\u{e0041}b\nc\ud800d')).toBe('a b c d')
    expect(serviceOf('\u200d'.repeat(900))).toBe(' …')
  })

  it.each(['e', 'サ', '"', '\u202e', 'a\u202e', '😀'])('reads of %j no more than it may tell', (unit) => {
    const replace = vi.spyOn(String.prototype, 'replace')
    formatAnswer({ output }, answerOf(unit.repeat(1_000 / unit.length), 100))
    const read = replace.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(5 * 60_000)
  })
})
