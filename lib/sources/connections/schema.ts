import { z } from 'zod'
import { parseUrl } from '@/lib/core/parse-url'
import { trimEnd } from '@/lib/core/trim-end'
import { Host } from '@/lib/generated/prisma/enums'

/** Where people mean when they leave the address out. */
export const defaultBaseUrls: Record<Host, string> = { github: 'https://github.com', gitlab: 'https://gitlab.com' }

const baseUrl = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters')
  .refine((text) => text === '' || isHostUrl(text), 'Enter the address of the host, such as https://git.example.com')
  .transform((text) => trimEnd(text, '/'))

export const tokenSchema = z
  .string()
  .trim()
  .min(1, 'Enter a token')
  .max(500, 'Use at most 500 characters')
  .regex(/^[\x21-\x7e]*$/, 'Enter the token alone, without spaces')

/** A connection through an access token. A blank address is the host's own. */
export const tokenConnectionSchema = z
  .object({ host: z.enum(Host, 'Choose a host'), baseUrl: baseUrl.default(''), token: tokenSchema })
  .transform(({ host, ...input }) => ({ ...input, host, baseUrl: input.baseUrl || defaultBaseUrls[host] }))
  .refine(({ host, baseUrl: url }) => host === 'gitlab' || new URL(url).pathname === '/', {
    path: ['baseUrl'],
    error: 'GitHub has no path in its address. Enter it as https://github.example.com',
  })

/** Which app to have made, and for whom: the account that is signed in at GitHub, or an organization there. */
export const manifestSchema = z.object({
  baseUrl: baseUrl
    .default('')
    .transform((text) => text || defaultBaseUrls.github)
    .refine((url) => (parseUrl(url)?.pathname ?? '/') === '/', 'GitHub has no path in its address'),
  owner: z
    .string()
    .trim()
    .regex(/^[a-z0-9_-]{0,100}$/i, 'Enter the name in the address of the organization at GitHub')
    .default('')
    .transform((text) => text || null),
})

/** https, or http on this very machine; without credentials, query and fragment. */
function isHostUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s?#@\\]+$/i.test(text) ? parseUrl(text) : null
  if (!url) return false
  const secure = url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return secure && url.username === '' && url.password === ''
}
