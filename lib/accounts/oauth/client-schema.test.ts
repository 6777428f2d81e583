import { describe, expect, it } from 'vitest'
import { clientNameSchema } from './client-schema'

const accepts = (name: string) => clientNameSchema.safeParse(name).success

describe('the name of an application', () => {
  it.each([
    'Helper',
    'Zoë’s Editor (beta) – v2',
    'サービス',
    'नमस्ते',
    'Tiếng Việt',
    'e\u0323\u0302\u0301ditor',
    '🚀 Ship',
  ])('may be %j', (name) => expect(accepts(name)).toBe(true))

  it.each([
    '\u3164',
    '\u2800',
    '\u115f',
    '\u034f',
    '\u{e0041}',
    '\u200d\u200d',
    '\u00a0\u2003',
    'a\u202eb',
    'Help\u200ber',
    'Help\u00ader',
    'a\ud800b',
    '\u0301',
    '\u0301Helper',
    `e${'\u0301'.repeat(4)}`,
    `Helper${'\u20e3'.repeat(90)}`,
  ])('is not %j', (name) => expect(accepts(name)).toBe(false))
})
