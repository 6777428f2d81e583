import { optionalColumns } from '@/lib/deployments/event-columns'

/** Which optional columns an event `e` has, as one number: as the index of the migration says it. */
export const eventFields = optionalColumns
  .map((column, index) => `((e.${column} IS NOT NULL)::int << ${index})`)
  .join(' | ')

const ofDeployment = 'e.organization_id = $1 AND e.deployment_id = $2'

export const latestFirst = 'ORDER BY e.instant DESC, e.progress DESC, e.id DESC LIMIT 1'

/**
 * Common table expressions, of which `decisive` has the events that the state of the deployment $2 of the organization
 * $1 follows from: the latest one of each combination of optional columns. Jumps from one to the next, however many
 * events there are. For a recursive `WITH`.
 */
export const decisiveEvents = `
  combinations AS (
    (SELECT ${eventFields} AS fields FROM deployment_events e WHERE ${ofDeployment} ORDER BY ${eventFields} LIMIT 1)
    UNION ALL
    SELECT (
      SELECT ${eventFields} FROM deployment_events e
      WHERE ${ofDeployment} AND (${eventFields}) > combinations.fields ORDER BY ${eventFields} LIMIT 1)
    FROM combinations WHERE combinations.fields IS NOT NULL
  ), decisive AS MATERIALIZED (
    SELECT e.* FROM combinations CROSS JOIN LATERAL (
      SELECT * FROM deployment_events e
      WHERE ${ofDeployment} AND (${eventFields}) = combinations.fields ${latestFirst}
    ) e
  )`

/**
 * Whether the event `c` of the organization $1, given with its `fields`, is overtaken by one with the same fields. Not
 * by one of the same instant and progress: of these the last that comes decides, and either may come again.
 */
export const isOvertaken = `EXISTS (
  SELECT FROM deployment_events e
  WHERE e.organization_id = $1 AND e.deployment_id = c.deployment_id AND (${eventFields}) = c.fields
    AND (e.instant, e.progress) > (c.instant, c.progress))`
