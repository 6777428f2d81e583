-- The timeline of a deployment compares what its events carry. Reading it took seconds for hundreds of long ones.
ALTER TABLE "deployment_events"
ADD COLUMN "metadata_digest" TEXT GENERATED ALWAYS AS (md5("metadata"::text)) STORED,
ADD COLUMN "raw_payload_digest" TEXT GENERATED ALWAYS AS (md5("raw_payload"::text)) STORED;

-- CreateIndex
CREATE INDEX "deployment_events_deployment_id_id_idx" ON "deployment_events"("deployment_id", "id");
