import { type Read, reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

type Node = { 'Node Type': string; 'Actual Rows': number; Plans?: Node[] }

/** What `work` finds, and how many rows the indexes that its bitmaps come from returned. */
export async function bitmapRowsOf<T>(
  work: (reads: { read: Read; byBitmap: Read }) => Promise<T>,
): Promise<{ found: T; rows: number }> {
  let rows = 0
  const found = await reading((read, ways) => {
    const byBitmap: Read = async (query) => {
      const explain = Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`
      const [explained] = await ways.byBitmap<{ 'QUERY PLAN': { Plan: Node }[] }>(explain)
      for (const { Plan } of explained?.['QUERY PLAN'] ?? []) rows += indexRowsOf(Plan)
      return ways.byBitmap(query)
    }
    return work({ read, byBitmap })
  })
  return { found, rows }
}

function indexRowsOf(node: Node): number {
  const own = node['Node Type'] === 'Bitmap Index Scan' ? node['Actual Rows'] : 0
  return (node.Plans ?? []).reduce((sum, plan) => sum + indexRowsOf(plan), own)
}
