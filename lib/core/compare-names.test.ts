import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareNames } from './listed'

test('names are in the order of their letters, and what has none comes last', () => {
  expect([null, 'b', 'B', 'a', null].sort(compareNames)).toEqual(['B', 'a', 'b', null, null])
})

// Over 500 pairs of some combining marks one comparison takes 10 ms, and a list has thousands of names.
test('no name is compared by the rules of a language', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|^lib\/generated\//.test(file))
  expect(sources.filter((file) => /\.localeCompare\(|Intl\.Collator/.test(readFileSync(file, 'utf8')))).toEqual([])
})
