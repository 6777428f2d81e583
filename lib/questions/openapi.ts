import { z } from 'zod'
import { baseUrl } from '@/lib/core/base-url'
import { deploymentEvent } from '@/lib/deployments/schema'
import { version } from '@/package.json'
import type { Question } from './define-question'
import { questions } from './registry'

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

type Content = { 'application/json': { schema: Schema } }

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

export type Document = { openapi: string; paths: Record<string, { get?: Operation; post?: Operation }> } & Record<
  string,
  unknown
>

let made: Document | undefined

/** The webhook and the HTTP API as OpenAPI 3.1, made once of the schemas that read requests and write answers. */
export function openApiDocument(): Document {
  made ??= makeDocument()
  return made
}

/** Every operation of the document with its method and path, the webhook first. */
export function listOperations(): { method: string; path: string; operation: Operation }[] {
  return Object.entries(openApiDocument().paths).flatMap(([path, { get, post }]) => [
    ...(post ? [{ method: 'POST', path, operation: post }] : []),
    ...(get ? [{ method: 'GET', path, operation: get }] : []),
  ])
}

function makeDocument(): Document {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadline',
      version,
      description:
        'Pipelines post deployments to the webhook with an API key of scope ingest. The rest is read with a key of scope read, or with an OAuth access token.',
    },
    servers: [{ url: baseUrl() }],
    tags: [{ name: 'Webhook' }, { name: 'Queries' }],
    paths: {
      '/api/webhooks/deployments': { post: webhook() },
      ...Object.fromEntries(
        questions.map((question) => [
          question.path,
          question.method === 'POST' ? { post: postedOperationOf(question) } : { get: operationOf(question) },
        ]),
      ),
    },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the organization, from Settings > Deployments.',
        },
        oauth: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: `${baseUrl()}/oauth/authorize`,
              tokenUrl: `${baseUrl()}/oauth/token`,
              refreshUrl: `${baseUrl()}/oauth/token`,
              scopes: { read: 'Read an organization, for one of its members.' },
            },
          },
        },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: { error: { type: 'string', description: 'What is wrong, and what to do about it.' } },
          required: ['error'],
          additionalProperties: false,
        },
      },
    },
  }
}

function operationOf({ name, title, sentence, path, input, output }: Question): Operation {
  const { properties = {}, required = [] } = jsonSchema(input, 'input')
  return {
    operationId: name,
    summary: title,
    description: sentence,
    tags: ['Queries'],
    security: [{ key: [] }, { oauth: ['read'] }],
    parameters: Object.entries(properties).map(([parameter, value]) => {
      const { description, ...schema } = value
      const inPath = path.includes(`{${parameter}}`)
      return {
        name: parameter,
        in: inPath ? 'path' : 'query',
        required: inPath || required.includes(parameter),
        ...(description && { description }),
        schema,
      }
    }),
    responses: {
      200: { ...answer('OK.', jsonSchema(output, 'output')), headers: answerHeaders },
      304: { description: 'Not modified.' },
      ...refusals(['400', '401', '403', '404', '429', '503']),
    },
  }
}

function postedOperationOf({ name, title, sentence, input, output }: Question): Operation {
  return {
    operationId: name,
    summary: title,
    description: sentence,
    tags: ['Queries'],
    security: [{ key: [] }, { oauth: ['read'] }],
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(input, 'input') } } },
    responses: {
      200: answer('OK.', jsonSchema(output, 'output')),
      ...refusals(['400', '401', '403', '404', '408', '413', '415', '429', '503']),
    },
  }
}

function webhook(): Operation {
  const recorded = (action: 'created' | 'updated') =>
    answer(action === 'created' ? 'A new deployment was created.' : 'An existing deployment was updated.', {
      type: 'object',
      properties: {
        action: { const: action },
        deploymentId: { type: 'integer', description: 'Id of the stored record.' },
        linkedPRs: { type: 'integer', description: 'How many pull requests it ships after this event.' },
      },
      required: ['action', 'deploymentId', 'linkedPRs'],
      additionalProperties: false,
    })
  return {
    operationId: 'post_deployment',
    summary: 'Post a deployment',
    description:
      'One event of a deployment. Posting it again is safe: `deploymentId` is the idempotency key of the organization. `completedAt` is required for a status that ends a deployment. Unknown fields are ignored.',
    tags: ['Webhook'],
    security: [{ key: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(deploymentEvent, 'input') } } },
    responses: {
      201: recorded('created'),
      200: recorded('updated'),
      ...refusals(['400', '401', '403', '408', '413', '415', '429', '503']),
    },
  }
}

const answerHeaders = {
  ETag: { schema: { type: 'string' }, description: 'For `If-None-Match`.' },
  RateLimit: { schema: { type: 'string' }, description: 'What is left of the rate limit.' },
}

const why = {
  400: 'A parameter or the body is invalid.',
  401: 'The API key or access token is missing, malformed, unknown, expired or revoked.',
  403: 'The API key has another scope, or the plan does not include it.',
  404: 'The organization has no such record, name or page.',
  408: 'The body did not arrive in time.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  429: 'Rate limit exceeded; see `Retry-After`.',
  503: 'Temporarily unavailable; see `Retry-After`.',
}

function refusals(statuses: `${keyof typeof why}`[]) {
  return Object.fromEntries(
    statuses.map((status) => [status, answer(why[status], { $ref: '#/components/schemas/Error' })]),
  )
}

function answer(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described as Schema
}
