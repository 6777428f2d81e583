import { cksum } from './cksum.mjs'

/**
 * One event as JSON, without the fields of which nothing is known.
 * @param {import('./job.mjs').Job} job
 * @param {{ status: string, service: string, startedAt: string, completedAt: string }} report
 */
export function eventOf(job, { status, service, startedAt, completedAt }) {
  const fields = {
    deploymentId: boundId(`${job.deploymentId}-${service}-${job.environment}`),
    status,
    commitSha: job.commitSha,
    environment: job.environment,
    service,
    startedAt,
    completedAt,
    branch: optional(job.branch),
    triggeredBy: optional(job.triggeredBy),
    pipelineName: optional(job.pipelineName),
    pipelineUrl: optional(job.pipelineUrl),
  }
  const known = Object.entries(fields).filter(([, value]) => value !== '')
  return JSON.stringify(Object.fromEntries(known.map(([name, value]) => [name, withoutControls(value)])))
}

/** What Leadline would refuse for its length costs no event. @param {string} text */
function optional(text) {
  return text.length > 1000 ? '' : text
}

/** An id that is too long for Leadline ends with its checksum. @param {string} id */
function boundId(id) {
  return Buffer.byteLength(id) <= 200 ? id : `${id.replace(/[^ -~]/g, '').slice(0, 150)}-${cksum(id)}`
}

/** @param {string} text */
export function withoutControls(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f]/g, '')
}
