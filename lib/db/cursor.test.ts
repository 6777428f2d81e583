import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCursor, oldestPage, parseCursor } from './cursor'

describe('a page of a list in a URL', () => {
  it('is read back as it was written', () => {
    const anywhere = fc.record({
      id: fc.integer({ min: 1, max: 2 ** 50 }),
      at: fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
    })
    fc.assert(
      fc.property(fc.constantFrom('older', 'newer'), anywhere, (direction, from) => {
        expect(parseCursor(formatCursor(direction, from))).toEqual({ direction, from })
      }),
    )
  })

  it('is the newest one without a name, and the oldest by name', () => {
    expect(parseCursor(null)).toEqual({ direction: 'older', from: null })
    expect(parseCursor('')).toEqual({ direction: 'older', from: null })
    expect(parseCursor(oldestPage)).toEqual({ direction: 'newer', from: null })
  })

  it.each(['2', 'older', 'older.1', 'older..1', 'older.-1.1', 'sideways.1.1', 'older.zzzzzzzzzzz.1', "older.1.1'"])(
    'does not exist as %s',
    (text) => expect(() => parseCursor(text)).toThrow('no such page'),
  )
})
