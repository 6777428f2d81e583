import { type KeyOwner, RefusedKeyError } from '@/lib/api-keys/authenticate'
import type { Recorded } from '@/lib/deployments/record'
import { statusOf } from '@/lib/errors'
import { publicError } from '@/lib/http'
import { describeRecorded, readDeploymentId } from './describe'
import { recordRequest } from './record'

/** What is found out about a request on the way to its answer. Of `body` only the id of the deployment is kept. */
export type RequestNotes = { key?: KeyOwner; body?: unknown; recorded?: Recorded }

/** Answers as `handler` does, and keeps what was answered once it is known whose request it was. */
export async function logRequest(
  requestId: string,
  handler: (notes: RequestNotes) => Promise<Response>,
): Promise<Response> {
  const notes: RequestNotes = {}
  const receivedAt = new Date()
  const keep = async (statusCode: number, outcome: string) => {
    if (!notes.key) return
    const { apiKeyId, organizationId } = notes.key
    const deploymentId = readDeploymentId(notes.body)
    const storedId = notes.recorded?.deploymentId ?? null
    const storedBytes = notes.recorded ? Buffer.byteLength(JSON.stringify(notes.body)) : 0
    const answer = { deploymentId, storedId, statusCode, outcome, storedBytes, repeats: 1 }
    await recordRequest({ organizationId, apiKeyId, receivedAt, requestId, ...answer })
  }
  try {
    const response = await handler(notes)
    if (notes.recorded) await keep(response.status, describeRecorded(notes.recorded))
    return response
  } catch (error) {
    if (error instanceof RefusedKeyError) notes.key = error.owner
    const { code, message } = publicError(error)
    await keep(statusOf[code], message)
    throw error
  }
}
