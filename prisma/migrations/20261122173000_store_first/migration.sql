-- Each mark is a row of its own: nobody who marks a deployment waits for the process that is linking it.
ALTER TABLE "pending_links" DROP CONSTRAINT "pending_links_pkey",
ADD COLUMN     "attempts" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "id" BIGSERIAL NOT NULL,
ADD COLUMN     "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "restated" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unfolded" BOOLEAN NOT NULL DEFAULT false,
ADD CONSTRAINT "pending_links_pkey" PRIMARY KEY ("id");

-- CreateIndex
CREATE INDEX "pending_links_deployment_id_idx" ON "pending_links"("deployment_id");

-- An event that is stored before it is linked does not hold the lock of the repository: linking refreshes what it
-- delivers then, under that lock.
CREATE OR REPLACE FUNCTION refresh_deliveries_of_deployment() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM pending_links WHERE deployment_id = NEW.id AND restated) THEN
        RETURN NULL;
    END IF;
    PERFORM refresh_deliveries(ARRAY(
        SELECT pull_request_id FROM deployment_pull_requests WHERE deployment_id = NEW.id));
    RETURN NULL;
END $$;
