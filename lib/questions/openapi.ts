import { baseUrl } from '@/lib/core/base-url'
import { version } from '@/package.json'
import type { Question } from './define-question'
import { answer, jsonSchema, type Operation, refusals } from './operation'
import { questions } from './registry'
import { batchWebhook, incidentWebhook, webhook } from './webhook-operations'

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
        'Pipelines post deployments to the webhook, and tools record incidents, with an API key of scope ingest, or with the OpenID Connect token of a trusted pipeline in its place. The rest is read with a key of scope read, or with an OAuth access token.',
    },
    servers: [{ url: baseUrl() }],
    tags: [{ name: 'Webhook' }, { name: 'Queries' }],
    paths: {
      '/api/webhooks/deployments': { post: webhook() },
      '/api/webhooks/deployments/batch': { post: batchWebhook() },
      ...Object.fromEntries(
        questions.map((question) => [
          question.path,
          {
            ...(question.method === 'POST' ? { post: postedOperationOf(question) } : { get: operationOf(question) }),
            ...(question.path === '/api/v1/incidents' && { post: incidentWebhook() }),
          },
        ]),
      ),
    },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of the organization, from Settings > Deployments; to post deployments and incidents, also a token of a trusted pipeline.',
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

const answerHeaders = {
  ETag: { schema: { type: 'string' }, description: 'For `If-None-Match`.' },
  RateLimit: { schema: { type: 'string' }, description: 'What is left of the rate limit.' },
}
