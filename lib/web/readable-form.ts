import type { IncomingHttpHeaders } from 'node:http'
import { countJsonValues, measureJson } from '@/lib/core/count-json-values'

/** What Next takes for a form: whatever begins like this, `multipart/form-datax` too. */
export const multipart = /^multipart\/form-data/i

/**
 * A form has a few parts, one that chooses repositories some hundred; reading one takes up to a tenth of a millisecond.
 * An action has a few references, and React makes a stream, a promise or an object for each, whatever the action takes;
 * for each value in the arguments of an action and the state of its page, an object and more.
 */
const limits = {
  person: { parts: 1_000, references: 1_000, values: 5_000 },
  stranger: { parts: 50, references: 50, values: 250 },
}

/** Around and between what people wrote. A parser takes a microsecond for each line of a head. */
const linesOfPart = 5

/** With the longest name that a field has, and what browsers make of it. */
const maxHead = 1_000

/**
 * Whether what a page sends to an action can be read: the list of its arguments, alone as JSON or as the part `0` of a
 * form, which a browser without scripts leaves out. Strangers have no long form to send.
 */
export async function isReadableForm(
  headers: IncomingHttpHeaders,
  body: Buffer,
  sender: keyof typeof limits,
): Promise<boolean> {
  const max = limits[sender]
  const type = headers['content-type'] ?? ''
  const isForm = multipart.test(type)
  const text = body.toString('latin1')
  const delimiter = isForm ? delimiterOf(type) : null
  // Before it is split: a part takes seven bytes.
  if (delimiter !== null && hasMore(text, delimiter, max.parts)) return false
  const parts = isForm ? partsWithoutTexts(delimiter, text) : [text]
  const counted = parts?.join('') ?? text
  const values = parts ? countValues(parts, isForm) : countJsonValues(body)
  if (values > max.values) return false
  if (hasMore(counted, '"$', max.references) || hasMore(counted, '"\\', max.references)) return false
  if (isForm && hasOddHeads(counted, max.parts)) return false
  const form = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
  const read = isForm
    ? form.formData().then((data) => data.getAll('0').every(isList))
    : form.json().then((sent: unknown) => Array.isArray(sent))
  return read.catch(() => false)
}

/** React calls an action with what is in it, and null or a number is no list. */
function isList(sent: FormDataEntryValue): boolean {
  return typeof sent === 'string' && sent.startsWith('[')
}

/** As browsers choose it. */
const plainBoundary = /^multipart\/form-data; ?boundary=([\w-]{1,70})$/i

/** What stands between the parts of a form; null where no browser wrote its boundary. */
function delimiterOf(type: string): string | null {
  const boundary = plainBoundary.exec(type)?.[1]
  return boundary === undefined ? null : `\r\n--${boundary}`
}

/**
 * The head of a field of a form, as browsers write it. React reads a part as references and the like when its name is a
 * number, and these names too are numbers to it.
 */
const fieldHead =
  /^\r\nContent-Disposition: form-data; name="(?!S?(?:NaN|Infinity)")(?:_\d{1,6}_)?[A-Za-z][A-Za-z-]{0,60}"\r\n\r\n/

/**
 * Anything but what forms hold: a part by its number, a date, nothing, or a text that begins with `$`. A reference to
 * what is no number makes React read the next part that has a name.
 */
const oddReference = /"(?:\\u|\$(?![@K]?[\da-f]{1,6}[":]|D|undefined"|\$))/

/**
 * The parts of a form without what people wrote into its fields, which may look like anything; null for one that no
 * browser writes.
 */
function partsWithoutTexts(delimiter: string | null, body: string): string[] | null {
  if (delimiter === null) return null
  const [before, ...parts] = `\r\n${body}`.split(delimiter)
  const after = parts.pop() ?? ''
  if (before !== '' || !/^--(?:\r\n)?$/.test(after) || !parts.every((part) => part.startsWith('\r\n'))) return null
  const counted = parts.map((part) => fieldHead.exec(part)?.[0] ?? part)
  return oddReference.test(counted.join('')) ? null : counted
}

/** The values of JSON in all parts together, without the heads of those of a form. */
function countValues(parts: readonly string[], isForm: boolean): number {
  const texts = isForm ? parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4)) : parts
  return texts.reduce((sum, text) => sum + measureJson(Buffer.from(text, 'latin1')).values, 0)
}

/**
 * Whether a body holds a text more than `max` times, wherever it stands; parses nothing. A reference begins with `"$`,
 * or with an escape in its place; a part with `name=`. Parsers differ in which parts they take for arguments.
 */
function hasMore(body: string, text: string, max: number): boolean {
  let count = 0
  for (let at = body.indexOf(text); at >= 0 && count <= max; at = body.indexOf(text, at + 1)) count += 1
  return count > max
}

/**
 * Whether there are more than `maxParts` heads or their lines, or a part has an encoding or a character set of its own,
 * in which anything may hide, or a head that is longer than any name. Browsers give texts none.
 */
function hasOddHeads(body: string, maxParts: number): boolean {
  if (hasMore(body, 'name=', maxParts) || hasMore(body, '\n', linesOfPart * maxParts)) return true
  if (/[\r\n][ \t]*content-t(ype|ransfer-encoding)[ \t]*:/i.test(body)) return true
  return body.split('\n').some((line) => line.length > maxHead && /content-disposition[ \t]*:/i.test(line))
}
