/** How long a host that somebody is waiting for may take. */
export const patienceMs = 10_000
