import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMessage } from './parse-message'

describe('recognises a merged pull request', () => {
  test.each([
    ['GitHub merge', 'Merge pull request #12 from owner/branch\n\nAdd search\n\nLonger text.', 12, 'Add search'],
    ['GitHub merge without a body', 'Merge pull request #12 from owner/branch', 12, /^Merge pull request #12 from/],
    ['GitHub merge of a revert', 'Merge pull request #13 from o/revert-12-x\n\nRevert "Add (#12)"', 13, /^Revert/],
    ['bors merge', 'Auto merge of #12 - ada:search, r=grace\n\nAdd search\n\nText', 12, 'Add search'],
    ['GitHub squash', 'Add search (#123)\n\n* first\n* second', 123, 'Add search'],
    ['GitHub merge titled like a squash', 'Add search (#123)\n\nDescription', 123, 'Add search'],
    ['two numbers: the last one', 'Fix login (#12) (#15)', 15, 'Fix login (#12)'],
    ['reapplied revert', 'Reapply "Fix login (#12)" (#20)', 20, 'Reapply "Fix login (#12)"'],
    ['subject over two lines', 'Add search to the\nlist of things (#9)\n\nBody', 9, 'Add search to the list of things'],
    ['text turned around', 'Add \u202esearch (#9)', 9, 'Add search'],
    ['Windows line ends', 'Add search (#9)\r\n\r\nBody\r\n', 9, 'Add search'],
    ['nothing but a number', '(#9)', 9, '(#9)'],
    ['Gitea merge', "Merge pull request 'It's (#3) done' (#12) from feature into main", 12, "It's (#3) done"],
    [
      'GitLab merge',
      "Merge branch 'x' into 'main'\n\nAdd search\n\nSee merge request group/sub/proj!12",
      12,
      'Add search',
    ],
    ['GitLab merge without a title', "Merge branch 'x' into 'main'\n\nSee merge request !12", 12, /^Merge branch/],
    ['GitLab squash', 'Add search (#4)\n\nText\n\nSee merge request group/proj!12\nTrailer: x', 12, 'Add search (#4)'],
    [
      'Bitbucket Cloud merge',
      'Merged in feature/x (pull request #12)\n\nAdd search\n\nApproved-by: Ada',
      12,
      'Add search',
    ],
    ['Bitbucket Cloud squash', 'Add search (pull request #12)', 12, 'Add search'],
    [
      'Bitbucket Server 7',
      "Pull request #68: Release/2.2\n\nMerge in A/b from r to master\n\n* commit '75':",
      68,
      'Release/2.2',
    ],
    [
      'Bitbucket Server 6',
      "Merge pull request #34 in P/repo from fix to master\n\n* commit '8d':\n  Touch it",
      34,
      'Touch it',
    ],
    ['Azure DevOps', 'Merged PR 12: Add search\n\nRelated work items: #7', 12, 'Add search'],
    ['greatest number', 'x (#2147483647)', 2_147_483_647, 'x'],
  ])('%s', (_, message, number, title) => {
    expect(parseMessage(message)).toEqual({
      number,
      title: typeof title === 'string' ? title : expect.stringMatching(title),
    })
  })
})

describe('leaves alone', () => {
  test.each([
    ['a revert', 'Revert "Add search (#12)"\n\nThis reverts commit 1234567.'],
    ['a reverted merge', 'Revert "Merge pull request #12 from owner/branch"'],
    ['a reverted Azure merge', 'Revert "Merged PR 12: Add search"'],
    ['a number inside the subject', 'Fix (#12) for good'],
    ['a number in the body', 'Fix login\n\nAs in (#12)'],
    ['an issue without brackets', 'Fix login, closes #12'],
    ['a branch merge', "Merge branch 'main' into feature"],
    ['a merge request quoted in a line', 'Fix\n\nAs said: See merge request group/proj!12'],
    ['number zero', 'x (#0)'],
    ['a number of more than 32 bits', 'x (#2147483648)'],
    ['a very long number', `x (#${'9'.repeat(400)})`],
    ['an empty message', ''],
    ['a blank message', ' \n\n '],
  ])('%s', (_, message) => {
    expect(parseMessage(message)).toBeNull()
  })
})

test('cuts a long title between characters, not within one', () => {
  const title = parseMessage(`x${'🚀'.repeat(2_000)} (#1)`)?.title ?? ''
  expect([...title]).toHaveLength(1_000)
  expect(Buffer.from(title).toString()).toBe(title)
})

test('whatever the text, the title can be stored', () => {
  const words = fc.constantFrom(
    'Merge pull request #',
    "Merge pull request '",
    '(#12)',
    'from a/b',
    '\n',
    'See merge request !',
    '\n\n',
  )
  const texts = fc
    .array(fc.oneof(words, fc.nat().map(String), fc.string({ unit: 'grapheme' })))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (message) => {
      const found = parseMessage(message)
      if (!found) return
      expect(found.number).toBeGreaterThan(0)
      expect(found.title).not.toBe('')
      expect([...found.title].length).toBeLessThanOrEqual(1_000)
    }),
  )
})
