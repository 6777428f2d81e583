-- A new link can only make a delivery earlier, and only the link that delivers can take one away: the other links of a
-- pull request need not be read. Whoever changes links holds the lock of their repository.
DROP TRIGGER links_added ON "deployment_pull_requests";
DROP TRIGGER links_removed ON "deployment_pull_requests";
DROP FUNCTION refresh_deliveries_of_links();

-- Each is looked up by its id, however many links there are: a plan that was made for many must not be kept for one.
CREATE FUNCTION deliver_added_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at)
    SELECT DISTINCT ON (p.id) p.id, p.organization_id, p.repository_id, d.id, d.completed_at,
        d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at
    FROM changed l
    CROSS JOIN LATERAL (SELECT * FROM deployments WHERE id = l.deployment_id OFFSET 0) d
    CROSS JOIN LATERAL (SELECT * FROM pull_requests WHERE id = l.pull_request_id OFFSET 0) p
    WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
        AND p.merged_at IS NOT NULL
    ORDER BY p.id, d.completed_at, d.id
    ON CONFLICT (pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at
    WHERE (excluded.delivered_at, excluded.deployment_id) < (stored.delivered_at, stored.deployment_id);
    RETURN NULL;
END $$;

CREATE FUNCTION refresh_deliveries_of_removed_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    delivered INTEGER[] := ARRAY(
        SELECT l.pull_request_id FROM changed l
        CROSS JOIN LATERAL (SELECT * FROM deliveries WHERE pull_request_id = l.pull_request_id OFFSET 0) stored
        WHERE stored.deployment_id = l.deployment_id);
BEGIN
    IF delivered <> '{}' THEN
        PERFORM refresh_deliveries(delivered);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER links_added AFTER INSERT ON "deployment_pull_requests"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION deliver_added_links();
CREATE TRIGGER links_removed AFTER DELETE ON "deployment_pull_requests"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_deliveries_of_removed_links();

-- What is not merged has no delivery, whatever is linked to it: a host may know better than git did.
CREATE OR REPLACE FUNCTION refresh_deliveries(pull_request_ids INTEGER[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    WITH ids AS MATERIALIZED (
        SELECT DISTINCT unnest(pull_request_ids) AS id
    ), earliest AS MATERIALIZED (
        SELECT DISTINCT ON (p.id) p.id AS pull_request_id, p.organization_id, p.repository_id, d.id AS deployment_id,
            d.completed_at, d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at
        FROM ids
        JOIN pull_requests p ON p.id = ids.id
        JOIN deployment_pull_requests l ON l.pull_request_id = ids.id
        JOIN deployments d ON d.id = l.deployment_id
        WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
            AND p.merged_at IS NOT NULL
        ORDER BY p.id, d.completed_at, d.id
    ), gone AS (
        DELETE FROM deliveries WHERE pull_request_id IN (
            SELECT id FROM ids EXCEPT SELECT e.pull_request_id FROM earliest e)
    )
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at)
    SELECT e.pull_request_id, e.organization_id, e.repository_id, e.deployment_id, e.completed_at,
        e.service_key, e.environment_key, e.merged_at, e.opened_at, e.first_commit_at
    FROM earliest e
    ON CONFLICT (pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at
    WHERE stored IS DISTINCT FROM excluded;
END $$;

DELETE FROM deliveries WHERE pull_request_id IN (SELECT id FROM pull_requests WHERE merged_at IS NULL);
