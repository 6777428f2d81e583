-- Service and environment as metrics group them. The status comes before the time: a deployment asks for the last
-- success before it and for what was rolled back, however many successes lie around them.
DROP INDEX "deployments_stream_idx";
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", coalesce("service_key", ''), "environment_key", "status", "completed_at", "id")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL;

-- A delivery goes with its pull request, and that with its organization: the same checked for every link costs time.
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_organization_id_fkey";
