-- An event may say when a deployment ends that is still pending or in progress: numbers are made of outcomes.
DROP INDEX "deployments_metrics_idx";
CREATE INDEX "deployments_metrics_idx" ON "deployments"("organization_id", "service_key", "environment_key", "completed_at", "id")
    INCLUDE ("status", "repository_id")
    WHERE "production" AND "voided_at" IS NULL AND "completed_at" IS NOT NULL
        AND "status" IN ('success', 'failure', 'cancelled', 'rolled_back');

-- Those that run, found as those that ended are: few at a time, behind any number of others.
CREATE INDEX "deployments_running_idx" ON "deployments"("organization_id", "service_key", "environment_key", "started_at", "id")
    WHERE "production" AND "voided_at" IS NULL AND "status" IN ('pending', 'in_progress');
