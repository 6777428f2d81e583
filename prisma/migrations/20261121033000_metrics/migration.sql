-- Service and environment as metrics group them. With COLLATE "C" only A to Z have a lower case, in every database.
ALTER TABLE "deployments"
    ADD COLUMN "service_key" TEXT GENERATED ALWAYS AS (
        btrim(left(lower(btrim("service", E' \t\r\n') COLLATE "C"), 200), E' \t\r\n')) STORED,
    ADD COLUMN "environment_key" TEXT GENERATED ALWAYS AS (
        btrim(left(lower(btrim("environment", E' \t\r\n') COLLATE "C"), 200), E' \t\r\n')) STORED;

-- CreateTable
CREATE TABLE "service_teams" (
    "organization_id" INTEGER NOT NULL,
    "service_key" TEXT NOT NULL,
    "team" TEXT NOT NULL,

    CONSTRAINT "service_teams_pkey" PRIMARY KEY ("organization_id","service_key")
);

-- CreateTable
CREATE TABLE "metric_settings" (
    "user_id" INTEGER NOT NULL,
    "lead_time_from" TEXT NOT NULL DEFAULT 'merge',
    "rolled_back_fails" BOOLEAN NOT NULL DEFAULT true,
    "benchmark_year" INTEGER NOT NULL,

    CONSTRAINT "metric_settings_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "pull_request_id" INTEGER NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "repository_id" INTEGER NOT NULL,
    "deployment_id" BIGINT NOT NULL,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "service_key" TEXT,
    "environment_key" TEXT NOT NULL,
    "merged_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "first_commit_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("pull_request_id")
);

-- AddForeignKey
ALTER TABLE "service_teams" ADD CONSTRAINT "service_teams_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_settings" ADD CONSTRAINT "metric_settings_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_pull_request_id_fkey" FOREIGN KEY ("pull_request_id") REFERENCES "pull_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a period is read from, stream by stream, without a look at the tables themselves. The conditions that are always
-- true hide what the schema cannot describe from it.
CREATE INDEX "deployments_metrics_idx" ON "deployments"("organization_id", "service_key", "environment_key", "completed_at", "id")
    INCLUDE ("status", "repository_id")
    WHERE "production" AND "voided_at" IS NULL AND "completed_at" IS NOT NULL;
CREATE INDEX "deliveries_metrics_idx" ON "deliveries"("organization_id", "service_key", "environment_key", "delivered_at")
    INCLUDE ("pull_request_id", "deployment_id", "repository_id", "merged_at", "opened_at", "first_commit_at")
    WHERE "delivered_at" IS NOT NULL;
CREATE INDEX "pull_requests_merged_idx" ON "pull_requests"("organization_id", "merged_at")
    INCLUDE ("id", "repository_id", "opened_at", "first_commit_at", "first_review_at", "additions", "deletions")
    WHERE "merged_at" IS NOT NULL;
CREATE INDEX "pull_requests_opened_idx" ON "pull_requests"("organization_id", "opened_at") INCLUDE ("id", "repository_id")
    WHERE "opened_at" IS NOT NULL;

-- Rows that are new are read from the index alone once a vacuum has seen them: it comes after 2 % of a table, not 20.
ALTER TABLE "deployments" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "deliveries" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "pull_requests" SET (autovacuum_vacuum_insert_scale_factor = 0.02);
ALTER TABLE "deployment_pull_requests" SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- A pull request is delivered by the earliest deployment to production that is now a success and is linked to it.
CREATE FUNCTION refresh_deliveries(pull_request_ids INTEGER[]) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    WITH ids AS MATERIALIZED (
        SELECT DISTINCT unnest(pull_request_ids) AS id
    ), earliest AS MATERIALIZED (
        SELECT DISTINCT ON (l.pull_request_id) l.pull_request_id, l.organization_id, d.id AS deployment_id,
            d.completed_at, d.service_key, d.environment_key
        FROM ids
        JOIN deployment_pull_requests l ON l.pull_request_id = ids.id
        JOIN deployments d ON d.id = l.deployment_id
        WHERE d.production AND d.status = 'success' AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
        ORDER BY l.pull_request_id, d.completed_at, d.id
    ), gone AS (
        DELETE FROM deliveries WHERE pull_request_id IN (
            SELECT id FROM ids EXCEPT SELECT e.pull_request_id FROM earliest e)
    )
    INSERT INTO deliveries AS stored (pull_request_id, organization_id, repository_id, deployment_id, delivered_at,
        service_key, environment_key, merged_at, opened_at, first_commit_at)
    SELECT p.id, p.organization_id, p.repository_id, e.deployment_id, e.completed_at,
        e.service_key, e.environment_key, p.merged_at, p.opened_at, p.first_commit_at
    FROM earliest e JOIN pull_requests p ON p.id = e.pull_request_id
    WHERE p.merged_at IS NOT NULL
    ON CONFLICT (pull_request_id) DO UPDATE SET repository_id = excluded.repository_id,
        deployment_id = excluded.deployment_id, delivered_at = excluded.delivered_at,
        service_key = excluded.service_key, environment_key = excluded.environment_key,
        merged_at = excluded.merged_at, opened_at = excluded.opened_at, first_commit_at = excluded.first_commit_at
    WHERE stored IS DISTINCT FROM excluded;
END $$;

-- Whoever changes links holds the lock of their repository.
CREATE FUNCTION refresh_deliveries_of_links() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM changed) THEN
        PERFORM refresh_deliveries(ARRAY(SELECT pull_request_id FROM changed));
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER links_added AFTER INSERT ON "deployment_pull_requests"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_deliveries_of_links();
CREATE TRIGGER links_removed AFTER DELETE ON "deployment_pull_requests"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refresh_deliveries_of_links();

-- At the end of the transaction: only then it is sure to hold the lock of the repository.
CREATE FUNCTION refresh_deliveries_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM refresh_deliveries(ARRAY(
        SELECT pull_request_id FROM deployment_pull_requests WHERE deployment_id = NEW.id));
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER deployment_changed AFTER UPDATE ON "deployments" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN (OLD.production AND OLD.status IN ('success', 'rolled_back')
        AND (OLD.production, OLD.status, OLD.completed_at, OLD.voided_at, OLD.service, OLD.environment)
            IS DISTINCT FROM (NEW.production, NEW.status, NEW.completed_at, NEW.voided_at, NEW.service, NEW.environment))
    EXECUTE FUNCTION refresh_deliveries_of_deployment();

-- Under the lock of the repository, as whoever links is, and at the end of the transaction: nothing else is locked after.
CREATE FUNCTION refresh_deliveries_of_pull_request() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(5323462, NEW.repository_id);
    PERFORM refresh_deliveries(ARRAY[NEW.id]);
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER pull_request_changed AFTER UPDATE ON "pull_requests" DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW
    WHEN ((OLD.merged_at, OLD.opened_at, OLD.first_commit_at, OLD.repository_id)
        IS DISTINCT FROM (NEW.merged_at, NEW.opened_at, NEW.first_commit_at, NEW.repository_id))
    EXECUTE FUNCTION refresh_deliveries_of_pull_request();

SELECT refresh_deliveries(ARRAY(SELECT DISTINCT pull_request_id FROM deployment_pull_requests));
