-- Deployments that are linked together ship the same pull requests again and again, most of which were delivered before:
-- a deployment is looked up once for all of its links, and a pull request only where this delivers it earlier. The rest is
-- as it was: changing links requires the lock of their repository, and each row is looked up by its id.
CREATE OR REPLACE FUNCTION deliver_added_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    added RECORD;
BEGIN
    FOR added IN
        SELECT l.organization_id AS organization, array_agg(l.deployment_id) AS deployment_ids,
            array_agg(l.pull_request_id) AS pull_request_ids
        FROM changed l GROUP BY l.organization_id
    LOOP
        INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
            service_key, environment_key, merged_at, opened_at, first_commit_at, changed_lines)
        SELECT p.id, p.organization_id, p.repository_id, earliest.deployment_id, earliest.completed_at,
            earliest.service_key, earliest.environment_key, p.merged_at, p.opened_at, p.first_commit_at,
            changed_lines(p.additions, p.deletions)
        FROM (
            SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id, d.id AS deployment_id, d.completed_at,
                d.service_key, d.environment_key
            FROM (SELECT DISTINCT unnest(added.deployment_ids) AS id) ids
            CROSS JOIN LATERAL (
                SELECT * FROM deployments WHERE organization_id = added.organization AND id = ids.id OFFSET 0) d
            JOIN unnest(added.deployment_ids, added.pull_request_ids) AS l (deployment_id, pull_request_id)
                ON l.deployment_id = d.id
            WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
            ORDER BY l.pull_request_id, d.completed_at, d.id
        ) earliest
        LEFT JOIN LATERAL (
            SELECT delivered_at, deployment_id FROM deliveries
            WHERE organization_id = added.organization AND pull_request_id = earliest.pull_request_id OFFSET 0
        ) known ON true
        CROSS JOIN LATERAL (
            SELECT * FROM pull_requests
            WHERE organization_id = added.organization AND id = earliest.pull_request_id OFFSET 0) p
        WHERE p.merged_at IS NOT NULL AND (known.deployment_id IS NULL
            OR (earliest.completed_at, earliest.deployment_id) < (known.delivered_at, known.deployment_id))
        ON CONFLICT (organization_id, pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
            deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
            service_key = excluded.service_key, environment_key = excluded.environment_key,
            merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at,
            changed_lines = excluded.changed_lines
        WHERE (excluded.delivered_at, excluded.deployment_id) < (stored.delivered_at, stored.deployment_id);
    END LOOP;
    RETURN NULL;
END $$;
