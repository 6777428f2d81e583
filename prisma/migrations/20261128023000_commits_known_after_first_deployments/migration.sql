-- New commits and merges, as far as they may be older than a first deployment, or bring a pull request that is counted with one
-- by its date, as its merge commit was not known, or may be about to be.
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
            SELECT max(generation) AS newest, bool_or(generation IS NULL) AS undated, bool_or(EXISTS (
                SELECT FROM stale_first_deployments
                WHERE organization_id = noted.organization AND repository_id = noted.repository)) AS stale
            FROM first_deployments
            WHERE organization_id = noted.organization AND repository_id = noted.repository
            HAVING count(*) > 0
        ) first
        WHERE first.undated OR EXISTS (
            SELECT FROM unnest(noted.shas, noted.merges) AS change (sha, merges)
            LEFT JOIN commits c
                ON c.organization_id = noted.organization AND c.sha = change.sha AND c.repository_id = noted.repository
            WHERE c.generation <= first.newest OR c.generation IS NULL AND change.merges OR EXISTS (
                SELECT FROM pull_requests p
                WHERE p.organization_id = noted.organization AND p.merge_commit_sha = change.sha
                    AND p.repository_id + 0 = noted.repository AND p.merged_at IS NOT NULL AND (first.stale OR EXISTS (
                        SELECT FROM live_before l
                        WHERE l.organization_id = noted.organization AND l.pull_request_id = p.id))));
    END LOOP;
    RETURN NULL;
END $$;
