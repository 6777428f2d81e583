import { db } from '@/lib/db/db'

export const organizationId = 1
const otherOrganizations = 200

/** An organization with a history of three years, and others that have a fifth as many deployments between them. */
export async function fillHistory(deployments: number): Promise<void> {
  const { people } = db()
  const client = await people.connect()
  try {
    await client.query('SET synchronous_commit = off; SET maintenance_work_mem = 524288; SELECT setseed(0.42)')
    await client.query(
      `INSERT INTO organizations (slug, name) SELECT 'org-' || n, 'Organization ' || n
      FROM generate_series(1, $1::int + 1) n`,
      [otherOrganizations],
    )
    await client.query(insertDeployments, [Math.round(deployments * 1.2), otherOrganizations])
    await client.query(insertRepository)
    await client.query(insertPullRequests)
    await client.query(insertLinks)
    await client.query('VACUUM ANALYZE')
  } finally {
    client.release()
  }
}

/**
 * Every sixth deployment is another organization's. One service was retired half way and one environment is rare; two
 * services never deploy from main, and previews never do; every preview has a branch of its own.
 */
const insertDeployments = `
  INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
    completed_at, service, branch, triggered_by, pipeline_name, pipeline_url, metadata, instant, progress, unlinked_reason)
  SELECT organization, 'run-' || (9000000000 + n * 37) || '-1', md5('commit ' || n) || substr(md5('more ' || n), 1, 8),
    environment, environment = 'production', status::deployment_status, started, started + r[6] * interval '15 min',
    service,
    CASE WHEN environment = 'preview' THEN 'feature/PROJ-' || n || '-export'
      WHEN service IN ('svc-10', 'svc-11') THEN 'trunk' WHEN r[4] < 0.8 THEN 'main' ELSE 'release/' || n / 20000 END,
    CASE WHEN r[5] < 0.5 THEN 'deploy-bot' WHEN r[5] < 0.55 THEN NULL
      ELSE 'person-' || (r[5] * 1000)::int || '@acme.example' END,
    (ARRAY['Deploy', 'Release', 'Nightly'])[1 + n % 3], 'https://ci.acme.example/runs/' || n, '{"runner": "linux"}',
    started, 2, 'unknown commit'
  FROM (
    SELECT *,
      CASE WHEN r[1] < 0.35 THEN 'production' WHEN r[1] < 0.65 THEN 'staging' WHEN r[1] < 0.9 THEN 'preview'
        WHEN r[1] < 0.99999 THEN 'development' ELSE 'rare' END AS environment,
      CASE WHEN r[2] < 0.85 THEN 'success' WHEN r[2] < 0.94 THEN 'failure' WHEN r[2] < 0.985 THEN 'cancelled'
        WHEN r[2] < 0.9999 THEN 'rolled_back' ELSE 'pending' END AS status,
      CASE WHEN n < $1::int / 2 AND r[3] < 0.5 THEN 'monolith' WHEN r[3] < 0.53 THEN NULL
        ELSE 'svc-' || floor(60 * r[3] * r[4] * r[5])::int END AS service
    FROM (
      SELECT n, CASE WHEN n % 6 = 0 THEN 2 + n / 6 % $2::int ELSE 1 END AS organization,
        ARRAY[random(), random(), random(), random(), random(), random()] AS r,
        date_trunc('second', timestamptz '2023-11-20' + n::float8 / $1::int * interval '1095 days'
          + random() * interval '6 hours') AS started
      FROM generate_series(1, $1::int) n
    ) drawn
  ) chosen
  ORDER BY n`

const insertRepository = `
  INSERT INTO repositories (organization_id, full_name, full_name_key, name_key) VALUES (1, 'api', 'api', 'api')`

const insertPullRequests = `
  INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, merged_at)
  SELECT 1, id, n, 'Change ' || n, 'main', timestamptz '2023-11-20' FROM repositories, generate_series(1, 10000) n`

const insertLinks = `
  INSERT INTO deployment_pull_requests (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
  SELECT 1, d.id, first.id + (d.id + k) % 10000, 'range', (random() * 500000)::int
  FROM deployments d, generate_series(1, 3) k, (SELECT min(id) AS id FROM pull_requests) first
  WHERE d.organization_id = 1 AND d.production AND d.status = 'success'`
