-- Each event makes the expressions of generated columns ready to run once more, which cost a sixth of its statement. A call
-- of a function is made ready in no time, and what is NULL is not computed. The functions name nothing outside of
-- pg_catalog: they also run where a dump is restored.
CREATE FUNCTION metrics_key(name TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    -- With COLLATE "C" only A to Z have a lower case, in every database.
    RETURN btrim(left(lower(btrim(name, E' \t\r\n') COLLATE "C"), 200), E' \t\r\n');
END $$;

-- deployment, completed, status as its place in success, failure, cancelled, rolled_back
CREATE FUNCTION deployment_facts(id BIGINT, production BOOLEAN, status "deployment_status", completed_at TIMESTAMPTZ)
    RETURNS BYTEA LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    place INTEGER := array_position('{success,failure,cancelled,rolled_back}'::text[], status::text) - 1;
BEGIN
    IF NOT production OR place IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN float8send(id::float8)
        || float8send(round(date_part('epoch', completed_at AT TIME ZONE 'UTC') * 1000)) || float8send(place::float8);
END $$;

-- Takes the indexes with it that these columns are in.
ALTER TABLE "deployments" DROP COLUMN "service_key", DROP COLUMN "environment_key", DROP COLUMN "facts";

-- What no repository is known for is in no index of repositories, and what starts at no other deployment in none of these.
DROP INDEX "deployments_repository_id_status_completed_at_idx";
DROP INDEX "deployments_repository_id_generation_idx";
DROP INDEX "deployments_base_deployment_id_idx";

ALTER TABLE "deployments"
    ADD COLUMN "service_key" TEXT GENERATED ALWAYS AS (metrics_key("service")) STORED,
    ADD COLUMN "environment_key" TEXT GENERATED ALWAYS AS (metrics_key("environment")) STORED,
    ADD COLUMN "facts" BYTEA GENERATED ALWAYS AS (deployment_facts("id", "production", "status", "completed_at")) STORED;
ALTER TABLE "deployments" ALTER COLUMN "facts" SET STORAGE MAIN;

CREATE INDEX "deployments_repository_id_status_completed_at_idx" ON "deployments"("repository_id", "status", "completed_at")
    WHERE "repository_id" IS NOT NULL;
CREATE INDEX "deployments_repository_id_generation_idx" ON "deployments"("repository_id", "generation")
    WHERE "repository_id" IS NOT NULL;
CREATE INDEX "deployments_base_deployment_id_idx" ON "deployments"("base_deployment_id")
    WHERE "base_deployment_id" IS NOT NULL;

-- Those that run, found as those that ended are: few at a time, behind any number of others.
CREATE INDEX "deployments_running_idx" ON "deployments"("organization_id", "service_key", "environment_key", "started_at", "id")
    WHERE "production" AND "voided_at" IS NULL AND "status" IN ('pending', 'in_progress');

-- What reports read of a period. An event may say when a deployment ends that is still pending or in progress: metrics are
-- made of outcomes.
CREATE INDEX "deployments_metrics_idx" ON "deployments"("organization_id", "service_key", "environment_key", "completed_at", "id")
    INCLUDE ("status", "repository_id", "facts")
    WHERE "production" AND "voided_at" IS NULL AND "completed_at" IS NOT NULL
        AND "status" IN ('success', 'failure', 'cancelled', 'rolled_back');

-- The status comes before the time: linking asks for the last success before a deployment and for what was rolled back,
-- however many successes lie around them. With the start in it, the table itself is not read for these.
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", coalesce("service_key", ''), "environment_key", "status", "completed_at", "id", "started_at")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL AND "repository_id" IS NOT NULL;

-- The first success of each service of a repository.
CREATE INDEX "deployments_first_idx" ON "deployments"("repository_id", (coalesce("service_key", '')), "completed_at", "id")
    WHERE "production" AND "status" = 'success' AND "voided_at" IS NULL AND "completed_at" IS NOT NULL
        AND "repository_id" IS NOT NULL;

-- Expressions in indexes have statistics of their own, which went with the indexes.
ANALYZE "deployments";
