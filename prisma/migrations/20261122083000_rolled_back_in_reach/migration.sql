-- With the start in it: which of 90 days of rolled-back deployments are in reach is told without a look at their rows.
DROP INDEX "deployments_stream_idx";
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", coalesce("service_key", ''), "environment_key", "status", "completed_at", "id", "started_at")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL;
