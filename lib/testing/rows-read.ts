import type { Queryable } from '@/lib/db/transaction'

type Node = Record<string, unknown> & { Plans?: Node[] }

/** Runs a statement; how many rows of a table it read, and how many blocks in all. */
export async function rowsRead(
  client: Queryable,
  { text, values }: { text: string; values: readonly unknown[] },
  table: string,
): Promise<{ rows: number; blocks: number }> {
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, [...values])
  const { Plan: plan } = rows[0]['QUERY PLAN'][0] as { Plan: Node }
  const rowsOf = (node: Node): number =>
    (node['Relation Name'] === table ? Number(node['Actual Rows']) * Number(node['Actual Loops']) : 0) +
    (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0)
  return { rows: rowsOf(plan), blocks: Number(plan['Shared Hit Blocks']) + Number(plan['Shared Read Blocks']) }
}
