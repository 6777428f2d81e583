import { z } from 'zod'
import { AppError } from '@/lib/core/errors'
import { unprintable } from '@/lib/core/invisible'

/** One line of text that people read, without space around it; `what` is what the messages call it. */
export function lineSchema(what: string, maxLength: number) {
  const missing = `Enter ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(maxLength, `Use at most ${maxLength.toLocaleString('en')} characters for the ${what}`)
    .refine((text) => !unprintable.test(text), `The ${what} has a character that cannot be shown`)
}

/** A name of a person or a thing: one line of 1 to 100 characters. */
export const nameSchema = lineSchema('name', 100)

/** An e-mail address of ASCII, in lower case: the Kelvin sign, for one, becomes the k of another address there. */
export const emailSchema = z
  .string('Enter an e-mail address')
  .trim()
  .max(254, 'An e-mail address has at most 254 characters')
  .pipe(z.email('Enter an e-mail address such as ada@acme.com').toLowerCase())

/** A new password. */
export const passwordSchema = z
  .string('Choose a password')
  .min(8, 'Choose a password of at least 8 characters')
  .max(1_024, 'Choose a password of at most 1,024 characters')

/** Refuses the one password that everyone would try first. Throws `invalid`. */
export function refuseEmailAsPassword(password: string, email: string): void {
  if (password.trim().toLowerCase() !== email) return
  throw new AppError('invalid', 'Choose a password that is not the e-mail address')
}
