import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** Memory of the machine, or of the container where that has less, in bytes. */
function memoryBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/**
 * Megabytes of tables that Postgres keeps in its own memory, taken as they are needed: an eighth of what there is, since
 * Leadline runs next to it. From 128, which is what Postgres takes unasked, to 1,024, which hold what a million
 * deployments need to store the next ones. https://www.postgresql.org/docs/current/runtime-config-resource.html
 */
export function sharedBuffersMegabytes(availableBytes = memoryBytes()): number {
  return Math.min(Math.max(Math.floor(availableBytes / 8 / megabyte), 128), 1_024)
}
