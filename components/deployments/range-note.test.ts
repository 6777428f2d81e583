import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { RangeNote } from './range-note'

const sha = 'fb84945d39'.repeat(4)
const outside = { count: 0, leadTimeP50Seconds: null, latest: [] }

function noteOf(deployment: { previousCommitSha: string | null; settled: boolean }, commitCount: number | null = null) {
  const props = { range: { base: null, commitCount, outside }, deployment: { ...deployment, resolvedSha: sha } }
  return renderToStaticMarkup(RangeNote({ ...props, organization: 'acme' })).replace(/<[^>]*>/g, '')
}

describe('the note on a deployment whose range has no start', () => {
  it('says that the previous commit is not known, when that is so', () => {
    expect(noteOf({ previousCommitSha: '12345678', settled: false })).toBe(
      'Only fb84945d39 itself counts: the previousCommitSha that was sent, 12345678, is not known in this repository.',
    )
  })

  it('says that what was live before is unknown, when linking came to that', () => {
    expect(noteOf({ previousCommitSha: null, settled: true }, 1)).toBe(
      'Only fb84945d39 itself counts: what was live before is unknown.',
    )
  })

  it.each([
    { previousCommitSha: 'FB84945D39', settled: false },
    { previousCommitSha: sha, settled: true },
    { previousCommitSha: '12345678', settled: true },
    { previousCommitSha: '0'.repeat(40), settled: true },
    { previousCommitSha: null, settled: true },
  ])('says nothing where that is not certain: $previousCommitSha, settled $settled', (deployment) => {
    expect(noteOf(deployment)).toBe('')
  })
})
