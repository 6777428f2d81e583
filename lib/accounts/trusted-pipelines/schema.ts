import { z } from 'zod'
import { lineSchema } from '@/lib/accounts/users/schema'
import { parseUrl } from '@/lib/core/parse-url'
import { trimEnd } from '@/lib/core/trim-end'
import { Host } from '@/lib/generated/prisma/enums'

/** Who signs the tokens of those who leave the issuer out. */
export const publicIssuers: Record<Host, string> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
}

/** What people call the pipelines of a host. */
export const pipelineHosts: Record<Host, string> = { github: 'GitHub Actions', gitlab: 'GitLab CI' }

const issuer = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters')
  .refine((text) => text === '' || isIssuer(text), 'Enter an https:// address, such as https://gitlab.example.com')
  .transform((text) => trimEnd(text, '/'))

const repositoryForms: Record<Host, { form: RegExp; message: string }> = {
  github: { form: /^[\w.-]+\/[\w.-]+$/, message: 'Enter the repository as owner/name' },
  gitlab: { form: /^[\w.-]+(\/[\w.-]+)+$/, message: 'Enter the path of the project, such as group/project' },
}

/** One line, or null for a blank one. */
const optionalLine = (what: string) =>
  z
    .string()
    .optional()
    .transform((text) => text?.trim() || null)
    .pipe(lineSchema(what, 255).nullable())

/** Hosts write a branch or a tag as a ref too. A ref without a name is kept as it is: it is neither, and not any. */
const refName = (what: string, prefix: RegExp) =>
  z
    .string()
    .optional()
    .transform((text) => text?.trim().replace(prefix, ''))
    .pipe(optionalLine(what))

/** A checkbox that is not ticked is not sent. */
const ticked = z.union([z.boolean(), z.literal('on').transform(() => true)]).default(false)

/** What a manager enters to trust a repository's pipelines. Blank is anything, but for the issuer, which is the host's own. */
export const trustSchema = z
  .object({
    host: z.enum(Host, 'Choose GitHub Actions or GitLab'),
    repository: lineSchema('repository', 255),
    branch: refName('branch', /^refs\/heads\/(?=.)/),
    tag: refName('tag', /^refs\/tags\/(?=.)/),
    protectedOnly: ticked,
    environment: optionalLine('environment'),
    issuer: issuer.default(''),
  })
  .superRefine(({ host, repository: text, branch, tag }, context) => {
    const { form, message } = repositoryForms[host]
    if (text !== '' && !form.test(text)) context.addIssue({ code: 'custom', path: ['repository'], message })
    if (branch !== null && tag !== null) {
      const message = 'Enter a branch or tags, not both: add one for each'
      context.addIssue({ code: 'custom', path: ['tag'], message })
    }
  })
  .transform((trust) => ({ ...trust, issuer: trust.issuer || publicIssuers[trust.host] }))

export type NewTrust = z.output<typeof trustSchema>

/** What a trust is limited to, in words; empty for any job of the repository. */
export function limitsOf(trust: Pick<NewTrust, 'branch' | 'tag' | 'protectedOnly' | 'environment'>): string[] {
  const { branch, tag, protectedOnly, environment } = trust
  return [
    branch !== null ? `branch ${branch}` : '',
    tag !== null ? `tag ${tag}` : '',
    protectedOnly ? 'protected refs' : '',
    environment !== null ? `environment ${environment}` : '',
  ].filter((limit) => limit !== '')
}

/** https, or http on this very machine; in ASCII as tokens have it, without credentials, query and fragment. */
function isIssuer(text: string): boolean {
  const isPlain = /^https?:\/\/[\x21-\x7e]+$/i.test(text) && !/[?#@\\]/.test(text)
  const url = isPlain ? parseUrl(text) : null
  if (!url) return false
  return url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}
