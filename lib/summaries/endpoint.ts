import { env } from '@/lib/core/env'

/** Where a model answers, as the operator configured it. */
export type ModelEndpoint = {
  baseUrl: string
  model: string
  apiKey: string | undefined
  timeoutMs: number
  /** In US dollars for a million tokens; null where none are set. */
  prices: { input: number; output: number } | null
}

/** The model of this installation; null where none is configured. */
export function modelEndpoint(): ModelEndpoint | null {
  const { AI_BASE_URL, AI_MODEL, AI_API_KEY, AI_INPUT_PRICE, AI_OUTPUT_PRICE, AI_TIMEOUT_SECONDS } = env()
  if (!AI_BASE_URL || !AI_MODEL) return null
  const isPriced = AI_INPUT_PRICE !== undefined && AI_OUTPUT_PRICE !== undefined
  return {
    baseUrl: AI_BASE_URL,
    model: AI_MODEL,
    apiKey: AI_API_KEY,
    timeoutMs: AI_TIMEOUT_SECONDS * 1000,
    prices: isPriced ? { input: AI_INPUT_PRICE, output: AI_OUTPUT_PRICE } : null,
  }
}

/** What so many tokens cost in US dollars; null where that is not known. */
export function costOf(
  { prices }: Pick<ModelEndpoint, 'prices'>,
  { inputTokens, outputTokens }: { inputTokens: number | null; outputTokens: number | null },
): number | null {
  if (prices === null || inputTokens === null || outputTokens === null) return null
  return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
}
