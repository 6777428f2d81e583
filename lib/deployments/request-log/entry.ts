/** What is kept of an answered request. Neither its key nor its body. */
export type RequestEntry = {
  organizationId: number
  apiKeyId: number
  receivedAt: Date
  /** `X-Request-Id` of the answer. */
  requestId: string
  /** As the CI system sent it; null when the body could not be read that far. */
  deploymentId: string | null
  /** Id of the stored deployment; null when the request was refused. */
  storedId: number | null
  statusCode: number
  /** What the event that was stored counts; 0 when the request was refused. */
  storedBytes: number
  /** What was done, or why it was refused, in words. */
  outcome: string
  /** How many requests it stands for. */
  repeats: number
}
