-- CreateTable
CREATE TABLE "first_deployments" (
    "repository_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "completed_at" TIMESTAMPTZ(3) NOT NULL,
    "resolved_sha" TEXT,
    "generation" BIGINT,

    CONSTRAINT "first_deployments_pkey" PRIMARY KEY ("repository_id","service_key")
);

-- CreateTable
CREATE TABLE "live_before" (
    "pull_request_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "repository_id" INTEGER NOT NULL,

    CONSTRAINT "live_before_pkey" PRIMARY KEY ("pull_request_id","service_key")
);

-- CreateTable
CREATE TABLE "stale_first_deployments" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,

    CONSTRAINT "stale_first_deployments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "first_deployments_deployment_id_idx" ON "first_deployments"("deployment_id");

-- CreateIndex
CREATE INDEX "live_before_repository_id_service_key_idx" ON "live_before"("repository_id", "service_key");

-- CreateIndex
CREATE INDEX "stale_first_deployments_organization_id_repository_id_idx" ON "stale_first_deployments"("organization_id", "repository_id");

-- CreateIndex
CREATE INDEX "stale_first_deployments_repository_id_idx" ON "stale_first_deployments"("repository_id");

-- AddForeignKey
ALTER TABLE "first_deployments" ADD CONSTRAINT "first_deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_before" ADD CONSTRAINT "live_before_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stale_first_deployments" ADD CONSTRAINT "stale_first_deployments_repository_id_fkey" FOREIGN KEY ("repository_id") REFERENCES "repositories"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The first success of each service of a repository, without a look at all of them.
CREATE INDEX "deployments_first_idx" ON "deployments"("repository_id", (coalesce("service_key", '')), "completed_at", "id")
    WHERE "production" AND "status" = 'success' AND "voided_at" IS NULL AND "completed_at" IS NOT NULL;

-- A repository that is being removed is marked no more.
CREATE FUNCTION mark_first_deployments(repository_ids INTEGER[]) RETURNS VOID LANGUAGE sql AS $$
    INSERT INTO stale_first_deployments (organization_id, repository_id)
    SELECT organization_id, id FROM repositories WHERE id = ANY (repository_ids)
$$;

-- A success that is not later than the first one known, and any change of the first one.
CREATE FUNCTION mark_first_deployments_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    changed INTEGER[] := ARRAY(SELECT repository_id FROM first_deployments WHERE deployment_id = NEW.id);
BEGIN
    IF NEW.production AND NEW.status = 'success' AND NEW.voided_at IS NULL AND NEW.completed_at IS NOT NULL
        AND NEW.repository_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM first_deployments
            WHERE repository_id = NEW.repository_id AND service_key = coalesce(NEW.service_key, '')
                AND (completed_at, deployment_id) < (NEW.completed_at, NEW.id))
    THEN
        changed := changed || NEW.repository_id;
    END IF;
    IF cardinality(changed) > 0 THEN
        PERFORM mark_first_deployments(changed);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER first_deployment_added AFTER INSERT ON "deployments" FOR EACH ROW
    WHEN (NEW.repository_id IS NOT NULL AND NEW.production AND NEW.status = 'success')
    EXECUTE FUNCTION mark_first_deployments_of_deployment();
CREATE TRIGGER first_deployment_changed AFTER UPDATE ON "deployments" FOR EACH ROW
    WHEN ((OLD.production, OLD.status, OLD.completed_at, OLD.voided_at, OLD.service, OLD.repository_id, OLD.resolved_sha,
            OLD.generation)
        IS DISTINCT FROM (NEW.production, NEW.status, NEW.completed_at, NEW.voided_at, NEW.service, NEW.repository_id,
            NEW.resolved_sha, NEW.generation))
    EXECUTE FUNCTION mark_first_deployments_of_deployment();

-- Commits and merges that became known, as far as they may be older than a first deployment.
CREATE FUNCTION mark_first_deployments_of_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(array_agg(first.repository_id))
    FROM (
        SELECT repository_id, organization_id, max(generation) AS newest, bool_or(generation IS NULL) AS undated
        FROM first_deployments WHERE repository_id IN (SELECT repository_id FROM changed)
        GROUP BY repository_id, organization_id
    ) first
    WHERE first.undated OR EXISTS (
        SELECT FROM changed LEFT JOIN commits c
            ON c.organization_id = first.organization_id AND c.sha = changed.sha AND c.repository_id = first.repository_id
        WHERE changed.repository_id = first.repository_id
            AND (c.generation <= first.newest OR c.generation IS NULL AND changed.merges))
    HAVING count(*) > 0;
    RETURN NULL;
END $$;

CREATE TRIGGER link_changes_added AFTER INSERT ON "link_changes"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_first_deployments_of_changes();
CREATE TRIGGER link_changes_repeated AFTER UPDATE ON "link_changes"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION mark_first_deployments_of_changes();

-- Nothing notes a merge without a commit.
CREATE FUNCTION mark_first_deployments_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(ARRAY[NEW.repository_id])
    WHERE EXISTS (SELECT FROM first_deployments WHERE repository_id = NEW.repository_id);
    RETURN NULL;
END $$;

CREATE TRIGGER merged_without_commit AFTER INSERT OR UPDATE OF "merged_at", "merge_commit_sha" ON "pull_requests"
    FOR EACH ROW WHEN (NEW.merged_at IS NOT NULL AND NEW.merge_commit_sha IS NULL)
    EXECUTE FUNCTION mark_first_deployments_of_pull_request();

CREATE FUNCTION mark_first_deployments_of_paths() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM mark_first_deployments(ARRAY[OLD.repository_id, NEW.repository_id]);
    RETURN NULL;
END $$;

CREATE TRIGGER service_paths_changed AFTER INSERT OR UPDATE OR DELETE ON "service_paths"
    FOR EACH ROW EXECUTE FUNCTION mark_first_deployments_of_paths();

SELECT mark_first_deployments(ARRAY(
    SELECT id FROM repositories r
    WHERE EXISTS (SELECT FROM deployments d WHERE d.repository_id = r.id AND d.production AND d.status = 'success')));
