import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { HostError } from '../model'
import type { Patience } from '../patience'
import { toHostError } from './host-errors'

const mostTries = 3

/**
 * What a schema makes of an answer. One that does not fit, such as a page that was cut off, is asked for again a few
 * times. Whatever goes wrong is thrown as `HostError`.
 */
export async function ask<Schema extends z.ZodType>(
  schema: Schema,
  request: () => Promise<unknown>,
  { tryAgain, secondMs }: Patience,
): Promise<z.output<Schema>> {
  const tries = tryAgain ? mostTries : 1
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const answer = await request().catch((error: unknown) => {
      throw toHostError(error)
    })
    const result = schema.safeParse(answer)
    if (result.success) return result.data
    if (attempt < tries) await delay(attempt * secondMs)
    else throw new HostError(notUnderstood, 'later', null, { cause: result.error })
  }
  throw new HostError(notUnderstood, 'later')
}

const notUnderstood = 'GitHub sent an answer that was cut off or cannot be understood.'
