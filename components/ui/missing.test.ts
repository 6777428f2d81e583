import { createElement } from 'react'
import { expect, test } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { MissingNote } from './missing'

const note = (...whys: string[]) => renderMarkup(createElement(MissingNote, { whys }))

test('a table says each reason for its dashes once', () => {
  expect(note('No incident was closed', 'No incident was closed').text).toBe(
    'A dash stands where no incident was closed.',
  )
  expect(note('No incident was closed', 'Less than a day has passed.').text).toBe(
    'A dash stands where no incident was closed or less than a day has passed.',
  )
})

test('a table without dashes says nothing', () => {
  expect(note().html).toBe('')
})
