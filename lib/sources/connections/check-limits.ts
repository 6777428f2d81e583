/** What a host may take and send while its connection is made and a person waits. */
export const checkLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 }
