import { z } from 'zod'
import { backupKeysSchema } from './keys'

/** What stands between the rows of a backup: its head, then each table between two notes, then its end. */
export const backupHead = z.object({
  version: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  keys: backupKeysSchema,
})
export type BackupHead = z.infer<typeof backupHead>

export const tableHead = z.object({ table: z.string(), columns: z.array(z.string()) })
export type TableHead = z.infer<typeof tableHead>

export const tableEnd = z.object({ rows: z.number() })
export type TableEnd = z.infer<typeof tableEnd>

export const backupEnd = z.object({ sequences: z.array(z.object({ name: z.string(), value: z.string() })) })
export type BackupEnd = z.infer<typeof backupEnd>
