import { createElement } from 'react'
import { expect, it } from 'vitest'
import { renderMarkup } from '@/lib/testing/markup'
import { Choice, optionsOf } from './choice'

const choiceOf = (note?: string) =>
  renderMarkup(
    createElement(Choice, {
      'aria-label': 'Team',
      all: 'All teams',
      defaultValue: '',
      note,
      options: optionsOf(['api']),
    }),
  )

it('says after its options how many are left out, which cannot be chosen', () => {
  const choice = choiceOf('7 more teams are left out')
  expect(choice.text).toBe('All teamsapi7 more teams are left out')
  expect(choice.tags('option').at(-1)).toContain('disabled')
  expect(choiceOf().tags('option')).toHaveLength(2)
})
