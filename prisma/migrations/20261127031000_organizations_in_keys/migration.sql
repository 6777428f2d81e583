-- What links, deliveries and first deployments are unique by has their organization in it, and triggers name the
-- organization of the rows that they read and write. The organization stands where it makes no key longer and what was
-- found by the key's beginning still is.

-- AlterTable
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pkey",
ADD CONSTRAINT "deliveries_pkey" PRIMARY KEY ("pull_request_id", "organization_id");

-- AlterTable
ALTER TABLE "deployment_commits" DROP CONSTRAINT "deployment_commits_pkey",
ADD CONSTRAINT "deployment_commits_pkey" PRIMARY KEY ("deployment_id", "organization_id", "sha");

-- AlterTable
ALTER TABLE "deployment_pull_requests" DROP CONSTRAINT "deployment_pull_requests_pkey",
ADD CONSTRAINT "deployment_pull_requests_pkey" PRIMARY KEY ("deployment_id", "organization_id", "pull_request_id");

-- AlterTable
ALTER TABLE "first_deployments" DROP CONSTRAINT "first_deployments_pkey",
ADD CONSTRAINT "first_deployments_pkey" PRIMARY KEY ("repository_id", "organization_id", "service_key");

DROP FUNCTION refresh_deliveries(INTEGER[]);
CREATE FUNCTION refresh_deliveries(organization INTEGER, pull_request_ids INTEGER[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    WITH ids AS MATERIALIZED (
        SELECT DISTINCT unnest(pull_request_ids) AS id
    ), earliest AS MATERIALIZED (
        SELECT DISTINCT ON (p.id) p.id AS pull_request_id, p.organization_id, p.repository_id, d.id AS deployment_id,
            d.completed_at, d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at,
            changed_lines(p.additions, p.deletions)
        FROM ids
        JOIN pull_requests p ON p.organization_id = organization AND p.id = ids.id
        JOIN deployment_pull_requests l ON l.organization_id = organization AND l.pull_request_id = ids.id
        JOIN deployments d ON d.organization_id = organization AND d.id = l.deployment_id
        WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
            AND p.merged_at IS NOT NULL
        ORDER BY p.id, d.completed_at, d.id
    ), gone AS (
        DELETE FROM deliveries WHERE organization_id = organization AND pull_request_id IN (
            SELECT id FROM ids EXCEPT SELECT e.pull_request_id FROM earliest e)
    )
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at, changed_lines)
    SELECT e.pull_request_id, e.organization_id, e.repository_id, e.deployment_id, e.completed_at,
        e.service_key, e.environment_key, e.merged_at, e.opened_at, e.first_commit_at, e.changed_lines
    FROM earliest e
    ON CONFLICT (organization_id, pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at,
        changed_lines = excluded.changed_lines
    WHERE stored IS DISTINCT FROM excluded;
END $$;

-- A new link can only make a delivery earlier, and only the link that delivers can take one away, so the other links of a
-- pull request need not be read. Changing links requires the lock of their repository. Each row is looked up by its id,
-- however many links there are: a plan that was made for many must not be kept for one.
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
        SELECT DISTINCT ON (p.id) p.id, p.organization_id, p.repository_id, d.id, d.completed_at,
            d.service_key, d.environment_key, p.merged_at, p.opened_at, p.first_commit_at,
            changed_lines(p.additions, p.deletions)
        FROM unnest(added.deployment_ids, added.pull_request_ids) AS l (deployment_id, pull_request_id)
        CROSS JOIN LATERAL (
            SELECT * FROM deployments WHERE organization_id = added.organization AND id = l.deployment_id OFFSET 0) d
        CROSS JOIN LATERAL (
            SELECT * FROM pull_requests WHERE organization_id = added.organization AND id = l.pull_request_id OFFSET 0) p
        WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
            AND p.merged_at IS NOT NULL
        ORDER BY p.id, d.completed_at, d.id
        ON CONFLICT (organization_id, pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
            deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
            service_key = excluded.service_key, environment_key = excluded.environment_key,
            merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at,
            changed_lines = excluded.changed_lines
        WHERE (excluded.delivered_at, excluded.deployment_id) < (stored.delivered_at, stored.deployment_id);
    END LOOP;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refresh_deliveries_of_removed_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    removed RECORD;
    delivered INTEGER[];
BEGIN
    FOR removed IN
        SELECT l.organization_id AS organization, array_agg(l.deployment_id) AS deployment_ids,
            array_agg(l.pull_request_id) AS pull_request_ids
        FROM changed l GROUP BY l.organization_id
    LOOP
        delivered := ARRAY(
            SELECT l.pull_request_id
            FROM unnest(removed.deployment_ids, removed.pull_request_ids) AS l (deployment_id, pull_request_id)
            CROSS JOIN LATERAL (
                SELECT * FROM deliveries
                WHERE organization_id = removed.organization AND pull_request_id = l.pull_request_id OFFSET 0) stored
            WHERE stored.deployment_id = l.deployment_id);
        IF delivered <> '{}' THEN
            PERFORM refresh_deliveries(removed.organization, delivered);
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

-- At the end of the transaction: only then it is sure to hold the lock of the repository. An event that is stored before it
-- is linked does not hold it; linking refreshes what that event delivers, under the lock.
CREATE OR REPLACE FUNCTION refresh_deliveries_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM pending_links
        WHERE organization_id = NEW.organization_id AND deployment_id = NEW.id AND restated)
    THEN
        RETURN NULL;
    END IF;
    PERFORM refresh_deliveries(NEW.organization_id, ARRAY(
        SELECT pull_request_id FROM deployment_pull_requests
        WHERE organization_id = NEW.organization_id AND deployment_id = NEW.id));
    RETURN NULL;
END $$;

-- Under the lock of the repository, as linking is, and at the end of the transaction: nothing else is locked after it.
CREATE OR REPLACE FUNCTION refresh_deliveries_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(5323462, NEW.repository_id);
    PERFORM refresh_deliveries(NEW.organization_id, ARRAY[NEW.id]);
    RETURN NULL;
END $$;

-- A repository that is being removed is no longer marked.
DROP FUNCTION mark_first_deployments(INTEGER[]);
CREATE FUNCTION mark_first_deployments(organization INTEGER, repository_ids INTEGER[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO stale_first_deployments (organization_id, repository_id)
    SELECT organization_id, id FROM repositories WHERE organization_id = organization AND id = ANY (repository_ids);
END $$;

-- A success that is not later than the first one stored, and any change of the first one.
CREATE OR REPLACE FUNCTION mark_first_deployments_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    changed INTEGER[] := ARRAY(
        SELECT repository_id FROM first_deployments
        WHERE organization_id = NEW.organization_id AND deployment_id = NEW.id);
BEGIN
    IF NEW.production AND NEW.status = 'success' AND NEW.voided_at IS NULL AND NEW.completed_at IS NOT NULL
        AND NEW.repository_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM first_deployments
            WHERE organization_id = NEW.organization_id AND repository_id = NEW.repository_id
                AND service_key = coalesce(NEW.service_key, '')
                AND (completed_at, deployment_id) < (NEW.completed_at, NEW.id))
    THEN
        changed := changed || NEW.repository_id;
    END IF;
    IF cardinality(changed) > 0 THEN
        PERFORM mark_first_deployments(NEW.organization_id, changed);
    END IF;
    RETURN NULL;
END $$;

-- New commits and merges, as far as they may be older than a first deployment.
CREATE OR REPLACE FUNCTION mark_first_deployments_of_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    noted RECORD;
BEGIN
    FOR noted IN
        SELECT c.organization_id AS organization, c.repository_id AS repository, array_agg(c.sha) AS shas,
            array_agg(c.merges) AS merges
        FROM changed c GROUP BY c.organization_id, c.repository_id
    LOOP
        PERFORM mark_first_deployments(noted.organization, ARRAY[noted.repository])
        FROM (
            SELECT max(generation) AS newest, bool_or(generation IS NULL) AS undated
            FROM first_deployments
            WHERE organization_id = noted.organization AND repository_id = noted.repository
            HAVING count(*) > 0
        ) first
        WHERE first.undated OR EXISTS (
            SELECT FROM unnest(noted.shas, noted.merges) AS change (sha, merges)
            LEFT JOIN commits c
                ON c.organization_id = noted.organization AND c.sha = change.sha AND c.repository_id = noted.repository
            WHERE c.generation <= first.newest OR c.generation IS NULL AND change.merges);
    END LOOP;
    RETURN NULL;
END $$;

-- A merge without a commit leaves no link change.
CREATE OR REPLACE FUNCTION mark_first_deployments_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM first_deployments
        WHERE organization_id = NEW.organization_id AND repository_id = NEW.repository_id)
    THEN
        PERFORM mark_first_deployments(NEW.organization_id, ARRAY[NEW.repository_id]);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION mark_first_deployments_of_paths() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(
        coalesce(NEW.organization_id, OLD.organization_id), ARRAY[OLD.repository_id, NEW.repository_id]);
    RETURN NULL;
END $$;
