import { describe, expect, it } from 'vitest'
import { semaphore } from './semaphore'

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

describe('a semaphore', () => {
  it('starts as many as may run at once, and the next one when one ends', async () => {
    const { started, work, end } = openEnded()
    const inTurn = semaphore(2)
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

  it('goes on after work that fails', async () => {
    const inTurn = semaphore(1)
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'next')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })
})
