import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { fields, printError, printResult, table } from './output'

afterEach(() => vi.restoreAllMocks())

/** What is written to a stream meanwhile. */
function written(stream: NodeJS.WriteStream, work: () => void): string {
  const write = vi.spyOn(stream, 'write').mockReturnValue(true)
  work()
  return write.mock.calls.join('')
}

/** Erases the screen, in two ways, and turns text around. */
const steering = 'a\u001b[2Jb\u009b2Jc\u202ed\u2066e\u061cf\u007fg\rh'
const cleaned = 'a [2Jb 2Jc d e f g h'

describe('text from outside', () => {
  it('does not steer a terminal, wherever it stands in a result', () => {
    const text = () => [
      `${steering} ships 1 pull request.`,
      fields([['Service', steering]]),
      table(['SERVICE'], [[steering]]),
    ]
    const printed = written(process.stdout, () => printResult({}, false, () => text().join('\n')))
    expect(printed).toBe(`${cleaned} ships 1 pull request.\nService  ${cleaned}\nSERVICE\n${cleaned}\n`)
  })

  it('adds no lines to a list', () => {
    expect(table(['SERVICE'], [['api\nweb']])).toBe('SERVICE\napi web')
    expect(fields([['Service', 'api\nweb']])).toBe('Service  api web')
  })

  it('is escaped in JSON, and the same once that is read', () => {
    const printed = written(process.stdout, () => printResult({ service: steering }, true, () => ''))
    expect(printed).toMatch(/^[\x20-\x7e]+\n$/)
    expect(JSON.parse(printed)).toEqual({ service: steering })
  })

  it('does not steer a terminal in an error', () => {
    const error = new AppError('not_found', `No service "${steering}"\nServices: leadline service list`)
    const print = (json: boolean) => written(process.stderr, () => printError(error, json))
    expect(print(false)).toBe(`error: No service "${cleaned}"\nServices: leadline service list\n`)
    vi.restoreAllMocks()
    expect(print(true)).toMatch(/^[\x20-\x7e]+\n$/)
  })
})
