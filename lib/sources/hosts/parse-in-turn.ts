import { countJsonValues } from '@/lib/core/count-json-values'
import { invalidPayload } from '@/lib/core/errors'
import { oneAfterAnother } from '@/lib/core/one-after-another'
import { restAfterParsing } from '@/lib/http/rest-after-parsing'
import type { Receiver } from './find-receiver'

/** What a host sends of most, a push of 2,048 commits, has about half of it. */
const maxValues = 100_000

/** So many bytes take as long as one value. */
const bytesPerValue = 200

/** What storing any body takes of the database counts as so many: a hundred a second of an organization at most. */
const valuesPerBody = 1_000

/**
 * Parses the body of a webhook when it is its turn: an organization's are parsed one after the other, each connection's
 * in order, and after each the next waits ten times as long as it may have taken. Others need not wait. Throws AppError
 * `invalid` for one of too many values, which is not parsed.
 */
export function parseInTurn<T>(
  { id, organizationId }: Pick<Receiver, 'id' | 'organizationId'>,
  body: Uint8Array,
  parse: () => T,
): Promise<T> {
  let cost = 0
  const work = async () => {
    const values = countJsonValues(body)
    cost = valuesPerBody + Math.min(values, maxValues) + body.length / bytesPerValue
    if (values > maxValues) throw invalidPayload('body has more than 100,000 values')
    return parse()
  }
  const rest = () => restAfterParsing(cost)
  return oneAfterAnother(`parsing for connection ${id}`, () =>
    oneAfterAnother(`parsing for organization ${organizationId}`, work, rest),
  )
}
