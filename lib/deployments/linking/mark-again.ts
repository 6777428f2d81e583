/**
 * Whether a deployment has a mark that stands for another one: a process that takes it off waits for the end of this
 * transaction, and sees what it changed.
 */
export const isMarked = (id: string) => `
  EXISTS (
    SELECT FROM pending_links WHERE deployment_id = ${id} AND NOT created AND NOT unfolded
    FOR KEY SHARE SKIP LOCKED)`

/**
 * SQL that marks the deployments of the organization $1 whose `id` the query `meant` returns, so that they are linked
 * again. One that has such a mark keeps it alone, unless it is being taken off: who takes it off later waits for the end
 * of this transaction, and sees what it changed. A mark that came with the deployment, or with an event that is in the
 * timeline only, does not stand for another: linking may go by what was found before.
 */
export function markAgain(meant: string): string {
  return `
    INSERT INTO pending_links (deployment_id, organization_id)
    SELECT DISTINCT id, $1::int FROM (${meant}) meant
    WHERE NOT ${isMarked('meant.id')}
    ORDER BY id`
}
