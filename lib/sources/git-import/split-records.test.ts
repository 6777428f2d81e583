import { expect, test, vi } from 'vitest'
import { maxRecordBytes, splitRecords } from './split-records'

async function split(...pieces: string[]): Promise<string[][]> {
  const stream = (async function* () {
    for (const piece of pieces) yield Buffer.from(piece)
  })()
  const found: string[][] = []
  for await (const records of splitRecords(stream, 0x0a)) found.push(records.map(String))
  return found
}

test('gives records as they end, wherever the pieces of a stream end', async () => {
  expect(await split('one\ntwo\nth', 'r', 'ee\n', '\nlast')).toEqual([['one', 'two'], [], ['three'], [''], ['last']])
  expect(await split('one\n')).toEqual([['one']])
  expect(await split()).toEqual([])
})

test('a long record is put together once, and what is beyond 1 MiB of it is cut', async () => {
  const concat = vi.spyOn(Buffer, 'concat')
  const piece = 'x'.repeat(64 * 1024)
  const found = (await split(...Array<string>(40).fill(piece), 'y\nz')).flat()
  expect(found.map(({ length }) => length)).toEqual([maxRecordBytes, 1])
  expect(concat).toHaveBeenCalledTimes(1)
})
