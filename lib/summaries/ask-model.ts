import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, generateText, NoObjectGeneratedError, Output } from 'ai'
import { z } from 'zod'
import { type OutgoingCall, outgoingClient } from '@/lib/http/outgoing/client'
import { type Network, openNetwork } from '@/lib/http/outgoing/network'
import { type OutgoingFailure, outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import type { Sentence } from './check-sentences'
import type { ModelEndpoint } from './endpoint'
import type { SummaryInput } from './facts'
import { instructions, promptOf } from './instructions'

export type ModelAnswer = { sentences: Sentence[]; inputTokens: number | null; outputTokens: number | null }

/** A model that did not answer as it should, in a sentence for people that quotes nothing of the answer. */
export class ModelError extends Error {
  constructor(
    message: string,
    /** Before that it wants no other call; null where it says nothing. */
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

const maxAnswerBytes = 256 * 1024
const maxOutputTokens = 1_500

const schema = z.object({ sentences: z.array(z.object({ text: z.string(), cites: z.array(z.string()) })) })

/** Its settings say where it calls, so the address may be private; no one else can name one. */
let configured: Network | undefined

/**
 * What a model writes about some facts, not checked yet. Ends within the time of the endpoint, whatever it sends, and
 * follows no redirect. Throws `ModelError`, or the reason of `stop`.
 */
export async function askModel(endpoint: ModelEndpoint, input: SummaryInput, stop: AbortSignal): Promise<ModelAnswer> {
  configured ??= openNetwork('allow')
  // It would write them to the console.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const deadline = AbortSignal.timeout(endpoint.timeoutMs)
  const abortSignal = AbortSignal.any([deadline, stop])
  const call = outgoingClient({
    origin: new URL(endpoint.baseUrl).origin,
    timeoutMs: endpoint.timeoutMs,
    maxBytes: maxAnswerBytes,
    maxRedirects: 0,
    network: configured,
  })
  try {
    return await generate(endpoint, call, input, abortSignal, true).catch((error) => {
      // Not every endpoint knows schemas, nor a limit by this name.
      if (statusOf(error) !== 400 && statusOf(error) !== 422) throw error
      return generate(endpoint, call, input, abortSignal, false)
    })
  } catch (error) {
    if (stop.aborted) throw stop.reason
    throw toModelError(error, deadline.aborted, endpoint)
  }
}

async function generate(
  { baseUrl, model, apiKey }: ModelEndpoint,
  call: OutgoingCall,
  input: SummaryInput,
  abortSignal: AbortSignal,
  hasSchemas: boolean,
): Promise<ModelAnswer> {
  const provider = createOpenAICompatible({
    name: 'configured',
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    supportsStructuredOutputs: hasSchemas,
    fetch: fetchBy(call),
  })
  try {
    const { output, usage } = await generateText({
      model: provider.chatModel(model),
      system: instructions,
      prompt: promptOf(input),
      output: Output.object({ schema, name: 'summary' }),
      ...(hasSchemas && { maxOutputTokens }),
      maxRetries: 0,
      abortSignal,
    })
    return { ...output, ...tokensOf(usage) }
  } catch (error) {
    // Some write around the JSON that they were asked for.
    const output = NoObjectGeneratedError.isInstance(error) ? readWithin(error.text ?? '') : null
    if (NoObjectGeneratedError.isInstance(error) && output) return { ...output, ...tokensOf(error.usage) }
    throw error
  }
}

type Fetch = NonNullable<Parameters<typeof createOpenAICompatible>[0]['fetch']>

/** The part of `fetch` that the SDK uses. */
function fetchBy(call: OutgoingCall): Fetch {
  return async (url, { method, headers, body, signal } = {}) =>
    call(url instanceof Request ? url.url : url, {
      ...(method && { method }),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { body }),
      ...(signal && { signal }),
    })
}

function readWithin(text: string): z.infer<typeof schema> | null {
  try {
    const json: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
    return schema.safeParse(json).data ?? null
  } catch {
    return null
  }
}

type Usage = { inputTokens?: number | undefined; outputTokens?: number | undefined }

function tokensOf(usage: Usage | undefined): Pick<ModelAnswer, 'inputTokens' | 'outputTokens'> {
  return { inputTokens: countOf(usage?.inputTokens), outputTokens: countOf(usage?.outputTokens) }
}

function countOf(tokens: number | undefined): number | null {
  return tokens !== undefined && Number.isInteger(tokens) && tokens >= 0 && tokens <= 100_000_000 ? tokens : null
}

function statusOf(error: unknown): number | null {
  return APICallError.isInstance(error) ? (error.statusCode ?? null) : null
}

const failures: Record<OutgoingFailure, string> = {
  address: 'The model cannot be reached.',
  network: 'The model cannot be reached.',
  origin: 'The address of the model redirects to another one, which is not followed.',
  redirects: 'The address of the model redirects to another one, which is not followed.',
  size: 'The model sent an answer that is too long.',
  timeout: '',
}

const statuses: Record<number, string> = {
  401: 'The model refused the key that Leadline is configured with.',
  403: 'The model refused the key that Leadline is configured with.',
  404: 'The address that Leadline is configured with has no such model.',
  429: 'The model has too many requests now.',
}

function toModelError(error: unknown, isLate: boolean, { timeoutMs }: ModelEndpoint): ModelError {
  const late = `The model did not answer within ${timeoutMs / 1000} seconds.`
  const reason = outgoingErrorOf(error)?.reason
  if (isLate || reason === 'timeout') return new ModelError(late)
  if (reason) return new ModelError(failures[reason])
  const status = statusOf(error)
  if (status !== null && status >= 400)
    return new ModelError(statuses[status] ?? `The model answered with an error (${status}).`, retryAfterOf(error))
  return new ModelError('The model did not answer in the form that it was asked for.')
}

/** Seconds, an hour at most. */
function retryAfterOf(error: unknown): number | null {
  const text = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  return text !== undefined && /^\d{1,9}$/.test(text) ? Math.min(Number(text), 3600) : null
}
