import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { CoveragePicture } from './coverage-picture'

const shares = { all: 1, linked: 1, commits: 0, nothingNew: 0, missing: 0 }

const pictureOf = (count: number, all = count) =>
  renderMarkup(
    createElement(CoveragePicture, {
      shares: { ...shares, all, linked: all },
      repositories: Array.from({ length: count }, (_, id) => ({ repository: { id, fullName: `acme/r${id}` }, shares })),
    }),
  ).text

it('counts one in the singular', () => {
  expect(pictureOf(1)).toContain('of 1 production deployment is linked')
  expect(pictureOf(21)).toContain('of 21 production deployments are linked')
  expect(pictureOf(21)).toContain('and 1 more repository')
  expect(pictureOf(22)).toContain('and 2 more repositories')
})
