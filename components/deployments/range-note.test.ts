import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { DeployedRange } from '@/lib/deployments/load-range'
import { RangeNote } from './range-note'

const sha = 'fb84945d39'.repeat(4)
const outside = { count: 0, leadTimeP50Seconds: null, latest: [] }

function noteOf(deployment: { previousCommitSha: string | null; settled: boolean }, commitCount: number | null = null) {
  const props = { range: { base: null, commitCount, outside }, deployment: { ...deployment, resolvedSha: sha } }
  return renderToStaticMarkup(RangeNote({ ...props, organization: 'acme' })).replace(/<[^>]*>/g, '')
}

describe('the note on where a range begins', () => {
  const note = (base: DeployedRange['base']) => {
    const deployment = { previousCommitSha: '12345678', settled: true, resolvedSha: sha }
    const markup = renderToStaticMarkup(
      RangeNote({ range: { base, commitCount: 3, outside }, deployment, organization: 'acme' }),
    )
    return markup.replace(/<[^>]*>/g, '')
  }
  const base = { sha: '12345678'.repeat(5), deployment: null, insteadOf: null }
  const good = { id: 1, deploymentId: 'gh-1' }
  const bad = { id: 2, deploymentId: 'gh-2', status: 'rolled_back' as const }

  it.each([
    [base, '3 commits since the previousCommitSha that the pipeline sent: 1234567812 to fb84945d39.'],
    [
      { ...base, deployment: good },
      '3 commits since gh-1, the last success before this one (inferred): 1234567812 to fb84945d39.',
    ],
    [
      { ...base, deployment: good, insteadOf: bad },
      '3 commits since gh-1, the last success before this one: 1234567812 to fb84945d39. The previousCommitSha that the pipeline sent is the commit of gh-2, which was rolled back.',
    ],
    [
      { ...base, insteadOf: { ...bad, status: 'failure' as const } },
      '3 commits since 1234567812 to fb84945d39. The previousCommitSha that the pipeline sent is the commit of gh-2, which failed, and nothing had succeeded before.',
    ],
  ])('says who says so: %j', (base, words) => {
    expect(note(base)).toBe(words)
  })
})

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
