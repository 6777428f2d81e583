/** Where the parts of the server that are bundled apart find the same worker. */
export const holder = globalThis as { leadlineLinkWorker?: { wake: () => void; stop: () => Promise<void> } }

/** Lets the worker of this process, if it has one, look at once for deployments that are still to be linked. */
export function wakeLinkWorker(): void {
  holder.leadlineLinkWorker?.wake()
}
