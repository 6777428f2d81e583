/** Where the parts of the server that are bundled apart find the same worker. */
export const holder = globalThis as { leadlineSummaryWorker?: { wake: () => void; stop: () => Promise<void> } }

/** Lets the worker of this process, if it has one, look for work at once. */
export function wakeSummaryWorker(): void {
  holder.leadlineSummaryWorker?.wake()
}
