import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { splitArray, splitLines } from './split-json'

const bytes = (text: string) => new TextEncoder().encode(text)
const texts = (parts: Uint8Array[]) => parts.map((part) => new TextDecoder().decode(part).trim())
const linesOf = (text: string, max = 1_000) => texts(runAtOnce(splitLines(bytes(text), max)))
const elementsOf = (text: string, max = 1_000) => texts(runAtOnce(splitArray(bytes(text), max)))

describe('the elements of an array', () => {
  it('are those of whatever array there is, however it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 2, '\t'), (values, indent) => {
        expect(elementsOf(` ${JSON.stringify(values, null, indent)}\n`).map((text) => JSON.parse(text))).toEqual(
          JSON.parse(JSON.stringify(values)),
        )
      }),
    )
  })

  it.each([
    ['[]', []],
    ['\ufeff[ 1 , {"a":"],\\"["} ]', ['1', '{"a":"],\\"["}']],
    ['[1,,2,]', ['1', '', '2', '']],
    ['[{"a" 1},{]', null],
    ['[nonsense,{"b":1}]', ['nonsense', '{"b":1}']],
  ])('of %s are %j', (text, elements) => {
    if (elements === null) expect(() => elementsOf(text)).toThrow('body is not a JSON array')
    else expect(elementsOf(text)).toEqual(elements)
  })

  it.each(['', ' ', '{}', '[', '[1', '["a', '[1]]', '[1] 2', '[}]', '[1}', '"[1]"', '\\[1]'])(
    'of %j are none: it is no array',
    (text) => {
      expect(() => elementsOf(text)).toThrow('Invalid payload: body is not a JSON array')
    },
  )

  it('are not looked for beyond one more than there may be', () => {
    expect(elementsOf('[1,2,3,4,5', 2)).toEqual(['1', '2', '3'])
  })
})

describe('the lines of a text', () => {
  it('are those that are not blank, with the last one though it has no end', () => {
    expect(linesOf('\ufeff{"a":1}\r\n\n \t\r\n{"b":2}\n\n[3')).toEqual(['{"a":1}', '{"b":2}', '[3'])
    expect(linesOf('')).toEqual([])
    expect(linesOf('\n'.repeat(5_000))).toEqual([])
  })

  it('are not looked for beyond one more than there may be', () => {
    expect(linesOf('1\n2\n3\n4\n5', 2)).toEqual(['1', '2', '3'])
  })
})
