import { isIP } from 'node:net'
import { z } from 'zod'
import { parseUrl } from '@/lib/core/parse-url'

/** A setting that is blank is not set. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

/** From 1 on. */
export const wholeNumberTo = (max: number) => {
  const error = `must be a whole number from 1 to ${max}`
  return z.coerce.number(error).int(error).min(1, error).max(max, error)
}

/** From 1 on; `fallback` where it is not set. */
export const wholeNumber = (fallback: number, max: number) => optional(wholeNumberTo(max).default(fallback))

export const port = wholeNumberTo(65_535)

/** Long enough not to be guessed. */
export const secret = optional(z.string().min(16, 'must have 16 characters or more').optional())

export const webAddress = optional(
  z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
)

/** Others make paths below it. */
export const baseAddress = optional(
  z
    .string()
    .refine((value) => isBaseAddress(value), 'must be an http:// or https:// URL such as http://localhost:11434/v1')
    .optional(),
)

/** An address or name of this machine. */
export const hostName = z
  .string()
  .refine((value) => isIP(value) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(value), {
    error: 'must be an address or name of this machine, such as 127.0.0.1',
  })

export const price = optional(
  z.coerce.number('must be a number of 0 or more').min(0, 'must be a number of 0 or more').max(1_000_000).optional(),
)

/** One of some words. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)

export const text = optional(z.string().trim().optional())

export const smtpUrl = optional(
  z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtp://user:password@mail.example.com:587' })
    .refine((url) => new URL(url).hostname !== '', 'must name a server')
    .optional(),
)

export const redisUrl = optional(
  z
    .string()
    .refine((value) => isRedisUrl(value), 'must be a URL such as rediss://user:password@redis.example.com:6379/0')
    .optional(),
)

export const postgresUrl = optional(
  z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a URL such as postgresql://user:password@host:5432/leadline' })
    .transform(databaseUrl)
    .optional(),
)

/** `leadline@example.com` or `Leadline <leadline@example.com>`. */
export const mailbox = optional(
  z
    .string()
    .trim()
    .max(200, 'must have at most 200 characters')
    .transform((text, context) => {
      const [, name = '', address = ''] = /^([^<>\p{Control}]*)<([^<>]*)>$/u.exec(text) ?? [text, '', text]
      if (z.email().safeParse(address).success) return { name: name.trim(), address }
      context.addIssue({ code: 'custom', message: 'must be an address such as Leadline <leadline@example.com>' })
      return z.NEVER
    })
    .optional(),
)

function isBaseAddress(value: string): boolean {
  const url = parseUrl(value)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return [url.username, url.password, url.search, url.hash].every((part) => part === '')
}

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full']

/** Says that `sslmode` means what it means to Postgres; to node-postgres alone, all of them are `verify-full`. */
function databaseUrl(value: string, context: z.RefinementCtx): string {
  const url = new URL(value)
  const { searchParams } = url
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if ((searchParams.get('schema') ?? 'public') !== 'public')
    return refuse('must not name a schema: set the search_path of its role instead')
  const mode = searchParams.get('sslmode')
  if (mode === null) return value
  if (!sslModes.includes(mode)) return refuse(`must have an sslmode of ${sslModes.join(', ')}, or none`)
  if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
    return refuse('needs sslrootcert, a file of certificates, with sslmode=verify-ca')
  searchParams.set('uselibpqcompat', 'true')
  return url.href
}

/** Its path is the number of a database. */
function isRedisUrl(value: string): boolean {
  const url = parseUrl(value)
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false
  const escapes = `${url.username}${url.password}`.replace(/%[0-9a-f]{2}/gi, '')
  return /^(\/\d*)?$/.test(url.pathname) && url.search === '' && url.hash === '' && !escapes.includes('%')
}

/** Without the slash at its end. Links and callbacks are paths of their own, so this has none. */
export function publicAddress(value: string, context: z.RefinementCtx): string {
  const url = parseUrl(value)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  const message = 'must be an http:// or https:// URL without a path, such as https://leadline.example.com'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
