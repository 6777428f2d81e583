-- Service and environment as metrics group them. The status comes before the time: a deployment asks for the last
-- success before it and for what was rolled back, however many successes lie around them.
DROP INDEX "deployments_stream_idx";
CREATE INDEX "deployments_stream_idx" ON "deployments"("repository_id", coalesce("service_key", ''), "environment_key", "status", "completed_at", "id")
    WHERE "production" AND "status" IN ('success', 'rolled_back') AND "voided_at" IS NULL;

-- A delivery goes with its pull request, and that with its organization: the same checked for every link costs time.
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_organization_id_fkey";

-- Few links are carried: only those are in these, and no other link costs an entry. One asks for what is carried for a
-- deployment, the other for what is carried of pull requests.
DROP INDEX "deployment_pull_requests_carried_from_id_idx";
CREATE INDEX "deployment_pull_requests_carried_for_idx" ON "deployment_pull_requests"("carried_from_id")
    WHERE "carried_from_id" IS NOT NULL;
CREATE INDEX "deployment_pull_requests_carried_idx" ON "deployment_pull_requests"("pull_request_id")
    WHERE "carried_from_id" IS NOT NULL;
