import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { RepositoryList } from './repository-list'

const repository = {
  id: 1,
  fullName: 'acme/api',
  webUrl: null,
  defaultBranch: 'main',
  connection: null,
  monitored: true,
  servicePaths: [],
  servicesWithPaths: 0,
  importedAt: null,
  sync: null,
  pullRequests: 0,
  lastMergedAt: null,
}

it('names the first aliases of a repository, and how many others there are', () => {
  const textFor = (count: number) => {
    const aliases = Array.from({ length: count }, (_, index) => `alias-${index + 1};`)
    const props = { repositories: [{ ...repository, aliases }], timeZone: 'UTC', now: new Date(), controls: null }
    return renderMarkup(createElement(RepositoryList, { ...props, pathsHref: () => '/' })).text
  }
  expect(textFor(10)).toContain('alias-10;')
  expect(textFor(10)).not.toContain('other')
  expect(textFor(100)).toContain('alias-10;and 90 others')
  expect(textFor(100)).not.toContain('alias-11;')
})
