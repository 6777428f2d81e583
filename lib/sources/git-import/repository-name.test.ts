import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { parseRepositoryName } from './repository-name'

test.each([
  ['api', 'api', 'api', 'api'],
  [' Acme/API ', 'Acme/API', 'acme/api', 'api'],
  ['group/sub.group/my_repo-2', 'group/sub.group/my_repo-2', 'group/sub.group/my_repo-2', 'my_repo-2'],
])('%s', (text, fullName, fullNameKey, nameKey) => {
  expect(parseRepositoryName(text)).toEqual({ fullName, fullNameKey, nameKey })
})

describe('refuses', () => {
  test.each(['', '  ', '/', 'a/', '/a', 'a//b', 'a b', 'https://host/a', 'a\0b', 'ä', 'x'.repeat(201)])(
    '%j',
    (text) => {
      expect(() => parseRepositoryName(text)).toThrow(AppError)
    },
  )
})
