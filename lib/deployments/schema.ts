import { z } from 'zod'
import { invalidPayload } from '@/lib/core/errors'
import { withoutTurns } from '@/lib/core/invisible'
import { parseUrl } from '@/lib/core/parse-url'
import { isPlausibleInstant, parseIsoInstant } from '@/lib/time/time'

export const deploymentStatuses = ['pending', 'in_progress', 'success', 'failure', 'cancelled', 'rolled_back'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

/** The statuses after which nothing more happens to a deployment unless it is run again or rolled back. */
export const terminalStatuses: readonly DeploymentStatus[] = ['success', 'failure', 'cancelled', 'rolled_back']

const shaPattern = /^[0-9A-Fa-f]{5,40}$/
const shaReason = 'must be a valid hex string (5-40 characters)'
const dateReason = 'must be a valid ISO 8601 date'
const urlReason = 'must be an absolute http or https URL without spaces'
const statusReason = `must be one of ${deploymentStatuses.join(', ')}`

const unlessMissing = (reason: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? 'is required' : reason),
})

/** Without characters that would turn around what pages say behind it. */
export const text = (maxLength = 1024) =>
  z
    .string(unlessMissing('must be a string'))
    .overwrite(withoutTurns)
    .max(maxLength, `must have at most ${maxLength.toLocaleString('en')} characters`)

export const requiredText = (maxLength?: number) =>
  text(maxLength).refine((value) => !isBlank(value), 'must not be blank')

export const instant = z.string(unlessMissing(dateReason)).transform((value, context) => {
  const date = parseIsoInstant(value)
  if (date) return date
  context.addIssue({ code: 'custom', message: dateReason })
  return z.NEVER
})

const metadata = z
  .custom<Record<string, string | number | boolean>>(
    (value) => isObject(value) && Object.values(value).every((entry) => /^(string|number|boolean)$/.test(typeof entry)),
    'must be an object of strings, numbers and booleans',
  )
  .refine(
    (value) => Object.values(value).every((entry) => typeof entry !== 'string' || entry.length <= 1024),
    'must have strings of at most 1,024 characters',
  )
  .meta({ type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } })

/** Null and blank strings are what CI systems send for variables that are not set: the same as no field at all. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isBlank(value) ? null : value), schema.nullable().default(null))

export const sha = z.string(unlessMissing(shaReason)).regex(shaPattern, shaReason).toLowerCase()

export const httpUrl = text(2048).refine(isHttpUrl, urlReason)

/** The body of the deployment webhook. */
export const deploymentEvent = z.object({
  deploymentId: requiredText(200),
  commitSha: sha,
  environment: requiredText(),
  status: z.enum(deploymentStatuses, unlessMissing(statusReason)),
  startedAt: instant,
  completedAt: optional(instant),
  organizationSlug: optional(text()),
  service: optional(text()),
  branch: optional(text()),
  triggeredBy: optional(text()),
  pipelineName: optional(text()),
  previousCommitSha: optional(text()),
  pipelineUrl: optional(httpUrl),
  rawPayload: optional(z.custom<Record<string, unknown>>(isObject, 'must be an object').meta({ type: 'object' })),
  metadata: optional(metadata),
})

/**
 * One event of a deployment as sent, except that `commitSha` is in lower case and texts have no characters that turn their
 * direction around. Null means that it was not sent.
 */
export type DeploymentEvent = z.infer<typeof deploymentEvent>

/**
 * Reads the body of the deployment webhook. Unknown fields are ignored; `rawPayload` and `metadata` are passed
 * through, not copied. Throws AppError 'invalid' with the first reason, which names the field and never its value.
 */
export function parseDeploymentEvent(body: unknown, now: Date): DeploymentEvent {
  if (!isObject(body)) throw invalidPayload('body must be a JSON object')
  // Without a prototype only what the caller sent can be read.
  const result = deploymentEvent.safeParse({ __proto__: null, ...body })
  if (!result.success) {
    const [issue] = result.error.issues
    throw invalidPayload(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const event = result.data
  requirePlausible('startedAt', event.startedAt, now)
  if (event.completedAt) requirePlausible('completedAt', event.completedAt, now)
  else if (terminalStatuses.includes(event.status))
    throw invalidPayload(`completedAt is required for status ${event.status}`)
  return event
}

/** A SHA that can be looked up: 5 to 40 hexadecimal characters in lower case; null for anything else and all zeros. */
export function usableSha(text: string | null): string | null {
  return text !== null && shaPattern.test(text) && !/^0+$/.test(text) ? text.toLowerCase() : null
}

/** Refuses an instant that no clock can have meant. Throws `invalid`. */
export function requirePlausible(field: string, date: Date, now: Date): void {
  if (!isPlausibleInstant(date, now)) throw invalidPayload(`${field} must lie between 2000-01-01 and 24 hours from now`)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && withoutTurns(value).trim() === ''
}

/** Whether a text is an absolute http(s) URL: what may become a link. */
export function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && !/[\s\p{Control}]/u.test(value) && parseUrl(value) !== null
}
