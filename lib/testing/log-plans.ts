import type { Pool, PoolClient } from 'pg'

type Node = Record<string, unknown> & { Plans?: Node[] }

/** What a statement, or one that a trigger ran for it, did in a table. */
export type TableAccess = { node: string; table: string; rows: number; query: string }

/**
 * Notes what statements that connections of these pools run from now on read, as they are executed: with the plans that
 * the connections keep, and those of triggers too. Connections that are open already are left alone.
 */
export function logPlans(pools: readonly Pool[]): TableAccess[] {
  const accesses: TableAccess[] = []
  const settings = { log_min_duration: 0, log_analyze: 'on', log_timing: 'off', log_nested_statements: 'on' }
  const statements = Object.entries({ ...settings, log_format: 'json', log_level: 'notice' })
    .map(([name, value]) => `SET auto_explain.${name} = ${value}`)
    .join('; ')
  for (const pool of pools) {
    pool.on('connect', (client: PoolClient) => {
      client.on('notice', ({ message = '' }) => {
        const plan = /^duration: .* plan:\n(.*)$/s.exec(message)?.[1]
        if (plan) accesses.push(...accessesOf(JSON.parse(plan)))
      })
      void client.query(`LOAD 'auto_explain'; ${statements}`)
    })
  }
  return accesses
}

function accessesOf({ Plan: plan, 'Query Text': query }: { Plan: Node; 'Query Text': string }): TableAccess[] {
  const visit = (node: Node): TableAccess[] => [
    ...('Relation Name' in node ? [accessOf(node, query)] : []),
    ...(node.Plans ?? []).flatMap(visit),
  ]
  return visit(plan)
}

function accessOf(node: Node, query: string): TableAccess {
  const once = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
    .map((name) => Number(node[name] ?? 0))
    .reduce((sum, rows) => sum + rows)
  const rows = Math.round(once * Number(node['Actual Loops']))
  return { node: String(node['Node Type']), table: String(node['Relation Name']), rows, query: query.trim() }
}
