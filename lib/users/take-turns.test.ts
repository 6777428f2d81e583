import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns'

const settled = () => new Promise<void>((done) => setImmediate(done))

/** Work that goes on until it is told to end. */
function openEnded() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  return { started, work, end: (name: string) => ends.get(name)?.() }
}

describe('taking turns', () => {
  it('starts as many as may run at once, and the next one when one ends', async () => {
    const { started, work, end } = openEnded()
    const inTurn = takeTurns({ atOnce: 2, waiting: 10 })
    const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)))
    await settled()
    expect(started).toEqual(['a', 'b'])
    end('b')
    await settled()
    expect(started).toEqual(['a', 'b', 'c'])
    end('a')
    await settled()
    end('c')
    end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('refuses who comes when the queue is full, and lets people in again afterwards', async () => {
    const { started, work, end } = openEnded()
    const inTurn = takeTurns({ atOnce: 1, waiting: 1 })
    const first = inTurn(work('first'))
    const second = inTurn(work('second'))
    await expect(inTurn(work('third'))).rejects.toMatchObject({ code: 'unavailable' })
    end('first')
    await first
    await settled()
    end('second')
    await second
    expect(started).toEqual(['first', 'second'])
    const fourth = inTurn(work('fourth'))
    await settled()
    end('fourth')
    expect(await fourth).toBe('fourth')
  })

  it('goes on after work that fails', async () => {
    const inTurn = takeTurns({ atOnce: 1, waiting: 1 })
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
