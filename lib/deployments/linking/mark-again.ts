/** So many are looked up; of more it is cheaper to read all marks of the organization once. */
const few = 5

/** Whether a mark stands for another one. */
const stands = (mark: string) => `NOT ${mark}.created AND NOT ${mark}.unfolded`

/**
 * Whether a deployment has a mark that stands for another one: a process that takes it off waits for the end of this
 * transaction, and sees what it changed. To be asked of one: of many, `markAgain` asks at once.
 */
export const isMarked = (id: string) => `
  EXISTS (
    SELECT FROM pending_links p WHERE p.organization_id = $1::int AND p.deployment_id = ${id} AND ${stands('p')}
    FOR KEY SHARE SKIP LOCKED)`

/**
 * SQL that marks the deployments of the organization $1 whose `id` the query `meant` returns, so that they are linked
 * again. One that has such a mark keeps it alone, unless it is being taken off: who takes it off later waits for the end
 * of this transaction, and sees what it changed. A mark that came with the deployment, or with an event that is in the
 * timeline only, does not stand for another: linking may go by what was found before.
 */
export function markAgain(meant: string): string {
  // Set operations: however wrong the planner is about numbers, none of the many is compared with each of the many.
  return `
    WITH meant AS MATERIALIZED (SELECT DISTINCT id AS deployment_id FROM (${meant}) all_meant),
    candidates AS MATERIALIZED (
      SELECT deployment_id FROM meant WHERE (SELECT count(*) FROM meant) <= ${few}
      UNION ALL (
        SELECT p.deployment_id FROM pending_links p
        WHERE p.organization_id = $1::int AND ${stands('p')} AND (SELECT count(*) FROM meant) > ${few}
        INTERSECT SELECT deployment_id FROM meant)
    ), marked AS MATERIALIZED (
      SELECT deployment_id FROM candidates WHERE ${isMarked('candidates.deployment_id')})
    INSERT INTO pending_links (deployment_id, organization_id)
    SELECT deployment_id, $1::int FROM (
      SELECT deployment_id FROM meant EXCEPT SELECT deployment_id FROM marked) unmarked
    ORDER BY deployment_id`
}
