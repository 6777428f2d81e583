import { db } from '@/lib/db/db'
import { step } from '@/scripts/support/steps'

export const organizationId = 1
export const latest = new Date('2026-11-19T12:00:00Z')

const otherOrganizations = 200
const repositories = 60

/** So many deployments are those of three years: fewer are those of the latest part of them. */
const deploymentsOfThreeYears = 1_000_000

/**
 * An organization with so many deployments, half of them to production, about as many pull requests and three times as
 * many links, and 200 others that have a fifth as many of each between them. The same on every machine.
 */
export async function fillInsights(deployments: number): Promise<void> {
  const client = await db().people.connect()
  const drawn = Math.round(deployments * 1.2)
  const days = (1_095 * deployments) / deploymentsOfThreeYears
  const run = (title: string, sql: string, values: unknown[] = []) =>
    step(
      title,
      () => client.query(sql, values),
      ({ rowCount }) => (rowCount ?? 0).toLocaleString('en'),
    )
  try {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = 524288; SET work_mem = '256MB';
      SET jit = off; SELECT setseed(0.42)`)
    await client.query(insertOrganizations, [otherOrganizations + 1])
    await client.query(insertRepositories, [repositories])
    await run('  deployments', insertDeployments, [drawn, otherOrganizations, repositories, days, latest])
    await client.query(planPullRequests)
    await run('  pull requests', insertPullRequests)
    await client.query('ALTER TABLE deployment_pull_requests DISABLE TRIGGER USER')
    await run('  links', insertLinks)
    await client.query('ALTER TABLE deployment_pull_requests ENABLE TRIGGER USER')
    await run('  deliveries', refreshDeliveries)
    await run('  vacuum', 'VACUUM ANALYZE')
  } finally {
    client.release(true)
  }
}

const insertOrganizations = `
  INSERT INTO organizations (slug, name, plan) SELECT 'org-' || n, 'Organization ' || n, 'business'
  FROM generate_series(1, $1::int) n`

const insertRepositories = `
  INSERT INTO repositories (organization_id, full_name, full_name_key, name_key)
  SELECT o.id, 'acme/svc-' || n, 'acme/svc-' || n, 'svc-' || n
  FROM organizations o, generate_series(0, CASE WHEN o.id = 1 THEN $1::int - 1 ELSE 0 END) n`

/** Every sixth deployment is another organization's; a few services have most of them. */
const insertDeployments = `
  INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
    completed_at, service, branch, triggered_by, pipeline_name, instant, progress, repository_id)
  SELECT organization, 'run-' || (9000000000 + n * 37), md5('commit ' || n) || substr(md5('more ' || n), 1, 8),
    environment, environment = 'production', status::deployment_status, started,
    CASE WHEN status <> 'in_progress' THEN started + r[5] * interval '15 min' END,
    CASE WHEN r[6] > 0.02 THEN 'svc-' || service END, 'main', 'deploy-bot', 'Deploy', started, 2,
    CASE WHEN environment = 'production' AND status IN ('success', 'rolled_back') THEN (
      SELECT id FROM repositories WHERE organization_id = organization AND name_key = 'svc-' || service) END
  FROM (
    SELECT n, r, started, CASE WHEN n % 6 = 0 THEN 2 + n / 6 % $2::int ELSE 1 END AS organization,
      CASE WHEN n % 6 = 0 THEN 0 ELSE floor($3::int * r[3] * r[4])::int END AS service,
      CASE WHEN r[1] < 0.5 THEN 'production' WHEN r[1] < 0.8 THEN 'staging' ELSE 'preview' END AS environment,
      CASE WHEN r[2] < 0.85 THEN 'success' WHEN r[2] < 0.93 THEN 'failure' WHEN r[2] < 0.96 THEN 'cancelled'
        WHEN r[2] < 0.99 THEN 'rolled_back' ELSE 'in_progress' END AS status
    FROM (
      SELECT n, ARRAY[random(), random(), random(), random(), random(), random()] AS r,
        date_trunc('milliseconds', $5::timestamptz - (1 - n::float8 / $1::int) * $4::float8 * interval '1 day'
          - random() * interval '6 hours') AS started
      FROM generate_series(1, $1::int) n
    ) drawn
  ) chosen
  ORDER BY n`

/** Pull requests were merged in the hours before the success that delivers them; two more ship them again. */
const planPullRequests = `
  CREATE TEMP TABLE successes AS
    SELECT id, organization_id, repository_id, completed_at,
      row_number() OVER (PARTITION BY repository_id ORDER BY completed_at, id) AS place
    FROM deployments WHERE production AND status = 'success';
  CREATE TEMP TABLE planned AS
    SELECT organization_id, repository_id, place, completed_at - 6 * w[1] * interval '1 hour' AS merged_at, w,
      row_number() OVER (PARTITION BY repository_id ORDER BY place) AS number
    FROM (
      SELECT s.*, ARRAY(SELECT -ln(1 - random()) FROM generate_series(1, 6) WHERE k > 0) AS w
      FROM successes s, generate_series(1, 2 + (s.id * 37 % 100 < 36)::int) k
    ) drawn;
  ANALYZE successes; ANALYZE planned`

const insertPullRequests = `
  INSERT INTO pull_requests (organization_id, repository_id, number, title, author, base_branch, merged_at, opened_at,
    closed_at, first_commit_at, first_review_at, additions, deletions, merge_commit_sha)
  SELECT organization_id, repository_id, number, 'Change ' || number, 'person-' || number % 80, 'main', merged_at,
    merged_at - 20 * w[2] * interval '1 hour', merged_at,
    CASE WHEN number % 10 > 0 THEN merged_at - (20 * w[2] + 10 * w[3]) * interval '1 hour' END,
    CASE WHEN number % 10 > 1 THEN merged_at - 12 * w[2] * interval '1 hour' END, 90 * w[4], 30 * w[5],
    md5(repository_id || ' merge ' || number) || substr(md5('more ' || number), 1, 8)
  FROM planned`

const insertLinks = `
  INSERT INTO deployment_pull_requests (organization_id, deployment_id, pull_request_id, method, lead_time_seconds)
  SELECT p.organization_id, s.id, p.id, 'range', extract(epoch FROM s.completed_at - p.merged_at)::int
  FROM planned JOIN pull_requests p USING (organization_id, repository_id, number)
  CROSS JOIN generate_series(0, 2) AS later
  JOIN successes s ON s.repository_id = p.repository_id AND s.place = planned.place + later`

const refreshDeliveries = `
  SELECT refresh_deliveries(organization_id, array_agg(DISTINCT pull_request_id)) FROM deployment_pull_requests
  GROUP BY organization_id`
