import { RefusedKeyError } from '@/lib/accounts/api-keys/authenticate'
import type { Sender } from '@/lib/accounts/sender'
import { bytesOfEvent } from '@/lib/accounts/stored-bytes/add'
import { statusOf } from '@/lib/core/errors'
import type { Recorded } from '@/lib/deployments/record'
import { publicError } from '@/lib/http/http'
import { requestRecorder } from './process-recorder'

/** What is found out about a request on the way to its answer. Of `body` only the id of the deployment is kept. */
export type RequestNotes = { sender?: Sender; body?: unknown; recorded?: Recorded }

/** Answers as `handler` does, and keeps what was answered once it is known whose request it was. */
export async function logRequest<Answer extends { status: number }>(
  requestId: string,
  handler: (notes: RequestNotes) => Promise<Answer>,
): Promise<Answer> {
  const notes: RequestNotes = {}
  const receivedAt = new Date()
  const keep = async (statusCode: number, outcome: string) => {
    if (!notes.sender) return
    const { apiKeyId, organizationId } = notes.sender
    const deploymentId = readDeploymentId(notes.body)
    const storedId = notes.recorded?.deploymentId ?? null
    const storedBytes = notes.recorded ? bytesOfEvent(notes.body) : 0
    const answer = { deploymentId, storedId, statusCode, outcome, storedBytes, repeats: 1 }
    // Never throws, and waits for the database only while the server stops.
    await requestRecorder().record({ organizationId, apiKeyId, receivedAt, requestId, ...answer })
  }
  try {
    const response = await handler(notes)
    if (notes.recorded) await keep(response.status, describeRecorded(notes.recorded))
    return response
  } catch (error) {
    if (error instanceof RefusedKeyError) notes.sender = error.sender
    const { code, message } = publicError(error)
    await keep(statusOf[code], error instanceof RefusedKeyError ? error.reason : message)
    throw error
  }
}

const keyLike = /ldl_[0-9A-Za-z]{16}/

/** What was done with an accepted event, in words. */
function describeRecorded({ action, linkedPRs }: Recorded): string {
  if (linkedPRs === 0) return action
  return `${action}, ${linkedPRs.toLocaleString('en')} ${linkedPRs === 1 ? 'pull request' : 'pull requests'} linked`
}

/** The `deploymentId` of a body that may be wrong in any way; null when it is none, or when an API key was pasted there. */
export function readDeploymentId(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('deploymentId' in body)) return null
  const { deploymentId } = body
  if (typeof deploymentId !== 'string' || deploymentId.trim() === '' || deploymentId.length > 200) return null
  return keyLike.test(deploymentId) ? null : deploymentId
}
