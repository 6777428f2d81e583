import { incidentReport } from '@/lib/deployments/incidents/outside/receive'
import { deploymentEvent } from '@/lib/deployments/schema'
import { answer, jsonSchema, type Operation, refusals, type Schema } from './operation'

/** The webhook of the contract. */
export function webhook(): Operation {
  const recorded = (action: 'created' | 'updated') =>
    answer(action === 'created' ? 'A new deployment was created.' : 'An existing deployment was updated.', {
      type: 'object',
      properties: { ...recordedFields, action: { const: action } },
      required: Object.keys(recordedFields),
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

/** The same for many events. */
export function batchWebhook(): Operation {
  const event = jsonSchema(deploymentEvent, 'input')
  const status: Schema = { type: 'integer', description: 'What the event alone would have been answered with.' }
  const stored: Schema = {
    type: 'object',
    properties: { status, ...recordedFields, linking: { const: 'pending', description: 'The links follow.' } },
    required: ['status', ...Object.keys(recordedFields)],
  }
  const refused: Schema = {
    type: 'object',
    properties: {
      status,
      error: { type: 'string', description: 'Why it was not stored.' },
      retryAfter: { type: 'integer', description: 'Post it again after so many seconds.' },
    },
    required: ['status', 'error'],
  }
  return {
    operationId: 'post_deployments',
    summary: 'Post many deployments',
    description:
      'Up to 1,000 events, each stored or refused as if it had been posted alone. As a JSON array, or as `application/x-ndjson` with one event per line. The answer is 200 when the batch was read, whatever became of its events.',
    tags: ['Webhook'],
    security: [{ key: [] }],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: 'array', items: event } },
        'application/x-ndjson': { schema: event },
      },
    },
    responses: {
      200: answer('The batch was read.', {
        type: 'object',
        properties: {
          stored: { type: 'integer', description: 'How many events were stored.' },
          refused: { type: 'integer', description: 'How many were not.' },
          results: {
            type: 'array',
            description: 'One for each event, in their order.',
            items: { anyOf: [stored, refused] },
          },
        },
        required: ['stored', 'refused', 'results'],
        additionalProperties: false,
      }),
      ...refusals(['400', '401', '403', '408', '413', '415', '429', '503']),
    },
  }
}

/** Records an incident. */
export function incidentWebhook(): Operation {
  const recorded = (action: 'created' | 'updated') =>
    answer(action === 'created' ? 'The incident was recorded.' : 'A recorded incident was updated.', {
      type: 'object',
      properties: {
        action: { const: action },
        incidentId: { type: 'integer', description: 'Id of the stored record.' },
        tiedTo: {
          type: ['integer', 'null'],
          description: 'Id of the record of the deployment that it is tied to; null for none.',
        },
      },
      required: ['action', 'incidentId', 'tiedTo'],
      additionalProperties: false,
    })
  return {
    operationId: 'post_incident',
    summary: 'Record an incident',
    description:
      'An incident from your incident tool. Posting it again is safe: `id` is the idempotency key of the organization, and what is not sent stays as it is stored. A deployment that it names broke production: it counts as failed from then on. Unknown fields are ignored.',
    tags: ['Webhook'],
    security: [{ key: [] }],
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(incidentReport, 'input') } } },
    responses: {
      201: recorded('created'),
      200: recorded('updated'),
      ...refusals(['400', '401', '403', '404', '408', '409', '413', '415', '429', '503']),
    },
  }
}

const recordedFields: Record<string, Schema> = {
  action: { enum: ['created', 'updated'] },
  deploymentId: { type: 'integer', description: 'Id of the stored record.' },
  linkedPRs: { type: 'integer', description: 'How many pull requests it ships after this event.' },
}
