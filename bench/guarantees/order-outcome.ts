import { db } from '@/lib/db/db'

/**
 * What is stored of all deployments of an organization, as text that is the same for organizations whose deployments
 * ended alike: every column that events decide, what is linked by what, and where it was delivered first. Ids of records
 * are left out or named, instants of storing are left out.
 */
export async function readOutcome(organizationId: number): Promise<string> {
  const { rows } = await db().people.query<{ outcome: string }>(readAll, [organizationId])
  return rows[0]?.outcome ?? ''
}

const own = `'{id,organization_id,repository_id,base_deployment_id,deployment_id,pull_request_id,
  created_at,updated_at,facts}'::text[]`

const readAll = `
  SELECT jsonb_build_object(
    'deployments', (
      SELECT jsonb_agg(to_jsonb(d) - ${own} || jsonb_build_object('repository', r.full_name, 'base', b.external_id,
        'events', (SELECT count(*) FROM deployment_events e
          WHERE e.organization_id = d.organization_id AND e.deployment_id = d.id)) ORDER BY d.external_id)
      FROM deployments d
      LEFT JOIN repositories r ON r.organization_id = d.organization_id AND r.id = d.repository_id
      LEFT JOIN deployments b ON b.organization_id = d.organization_id AND b.id = d.base_deployment_id
      WHERE d.organization_id = $1),
    'links', (
      SELECT jsonb_agg(to_jsonb(l) - ${own} || jsonb_build_object('of', d.external_id, 'number', p.number)
        ORDER BY d.external_id, p.number)
      FROM deployment_pull_requests l
      JOIN deployments d ON d.organization_id = l.organization_id AND d.id = l.deployment_id
      JOIN pull_requests p ON p.organization_id = l.organization_id AND p.id = l.pull_request_id
      WHERE l.organization_id = $1),
    'commits', (
      SELECT jsonb_agg(to_jsonb(c) - ${own} || jsonb_build_object('of', d.external_id) ORDER BY d.external_id, c.sha)
      FROM deployment_commits c
      JOIN deployments d ON d.organization_id = c.organization_id AND d.id = c.deployment_id
      WHERE c.organization_id = $1),
    'deliveries', (
      SELECT jsonb_agg(to_jsonb(v) - ${own} || jsonb_build_object('of', d.external_id, 'number', p.number)
        ORDER BY p.number)
      FROM deliveries v
      JOIN deployments d ON d.organization_id = v.organization_id AND d.id = v.deployment_id
      JOIN pull_requests p ON p.organization_id = v.organization_id AND p.id = v.pull_request_id
      WHERE v.organization_id = $1),
    'pending', (
      SELECT jsonb_agg(d.external_id ORDER BY d.external_id)
      FROM pending_links l JOIN deployments d ON d.organization_id = l.organization_id AND d.id = l.deployment_id
      WHERE l.organization_id = $1)
  )::text AS outcome`
