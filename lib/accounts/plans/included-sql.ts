/** Whether the plan of an organization `o`, or its trial, includes more than Free does: `mayUse` in SQL. */
export const includedSql = `(o.plan <> 'free' OR o.trial_ends_at > now())`
