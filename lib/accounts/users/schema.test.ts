import { describe, expect, it } from 'vitest'
import { emailSchema, nameSchema, passwordSchema, refuseEmailAsPassword } from './schema'

const accepts = (schema: typeof nameSchema | typeof emailSchema | typeof passwordSchema, text: unknown) =>
  schema.safeParse(text).success

describe('what people type', () => {
  it('is an e-mail address in lower case without space around it', () => {
    expect(emailSchema.parse(' Ada@Example.COM\n')).toBe('ada@example.com')
  })

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    `${'a'.repeat(250)}@b.co`,
    'a\0@example.com',
    '\u212aim@acme.com',
    null,
  ])('is no e-mail address: %j', (text) => expect(accepts(emailSchema, text)).toBe(false))

  it.each(['Ada Lovelace', '李', "Zoë O'Neill-Smith", 'x'.repeat(100)])('is a name: %s', (text) => {
    expect(nameSchema.parse(` ${text} `)).toBe(text)
  })

  it.each(['', '  ', 'x'.repeat(101), 'a\0b', 'a\nb', 'a\u202eb', '\uD800', undefined])('is no name: %j', (text) => {
    expect(accepts(nameSchema, text)).toBe(false)
  })

  it.each([
    ['x'.repeat(7), false],
    ['x'.repeat(8), true],
    ['        ', true],
    ['x'.repeat(1_024), true],
    ['x'.repeat(1_025), false],
  ])('is a password of 8 to 1,024 characters', (text, fine) => expect(accepts(passwordSchema, text)).toBe(fine))

  it('is no password when it is the address', () => {
    expect(() => refuseEmailAsPassword(' Ada@example.com', 'ada@example.com')).toThrow('not the e-mail address')
    expect(() => refuseEmailAsPassword('ada@example.com!', 'ada@example.com')).not.toThrow()
  })
})
