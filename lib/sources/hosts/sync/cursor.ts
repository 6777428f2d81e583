import { z } from 'zod'

/** Where a sync stands, as it is stored next to its phase. */
export type SyncCursor = z.output<typeof schema>

const schema = z.object({
  /** The process that runs it; when another takes over, what the former writes is refused. */
  run: z.string().default(''),
  /** Which repository at which host it is about; null before the first reading. */
  source: z.string().nullable().default(null),
  /** Up to where the last complete reading of pull requests came, by the host's clock. */
  readUntil: z.coerce.date().nullable().default(null),
  /** The pull requests that are being read: where to go on, and the latest change so far. */
  pullRequests: z.object({ from: z.string(), until: z.coerce.date().nullable() }).nullable().default(null),
  /** The history that is being read: from which commit, and where to go on. */
  walk: z.object({ tip: z.string(), from: z.string() }).nullable().default(null),
  /** How many pages of what is being read were stored. */
  pages: z.int().default(0),
  /**
   * How many commits of this repository are stored, and how many parents these name, about; null before it is measured.
   */
  graphSize: z.int().nullable().default(null),
  /** Whether commits are stored whose generation may be wrong, or whose parents may not be stored. */
  provisional: z.boolean().default(false),
})

/** Reads a stored cursor; one that is not there or not understood is the start. */
export function parseCursor(stored: unknown): SyncCursor {
  const result = schema.safeParse(stored ?? {})
  return result.success ? result.data : schema.parse({})
}
