import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { Notes } from './notes'

const now = new Date('2026-03-31T12:00:00Z')
const action = async () => ({ status: 'idle' as const })

const notesWith = (earlierNotes: number) =>
  renderMarkup(
    createElement(Notes, {
      notes: [{ id: 1, text: 'The cache is full', author: 'Ada', authorId: 1, createdAt: now }],
      earlierNotes,
      openedBy: 1,
      userId: 1,
      manages: false,
      organization: 'acme',
      actions: { write: action, remove: action },
      timeZone: 'UTC',
      now,
    }),
  ).text

it('says how many earlier notes are left out', () => {
  expect(notesWith(1_800)).toContain('1,800 earlier notes are left out')
  expect(notesWith(1)).toContain('1 earlier note is left out')
  expect(notesWith(0)).not.toContain('left out')
})
