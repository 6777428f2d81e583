import { z } from 'zod'

/** What is used of JSON Schema. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: boolean | Schema
}

type Content = { 'application/json': { schema: Schema }; 'application/x-ndjson'?: { schema: Schema } }

export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: Schema }

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, { description: string; headers?: object; content?: Content }>
}

const why = {
  400: 'A parameter or the body is invalid.',
  401: 'The API key or access token is missing, malformed, unknown, expired or revoked.',
  403: 'The API key has another scope, or the plan does not include it.',
  404: 'The organization has no such record, name or page.',
  408: 'The body did not arrive in time.',
  409: 'It contradicts what is stored.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Rate limit exceeded; see `Retry-After`.',
  503: 'Temporarily unavailable; see `Retry-After`.',
}

/** Answers of the statuses that refuse a request. */
export function refusals(statuses: `${keyof typeof why}`[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, answer(why[status], { $ref: '#/components/schemas/Error' })]),
  )
}

/** An answer with a body. */
export function answer(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

/** What a schema of ours takes or gives, as JSON Schema. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described as Schema
}
