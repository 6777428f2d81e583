-- What the services of a team deployed, for its history.
CREATE INDEX "deployments_organization_id_service_key_idx" ON "deployments"("organization_id", "service_key");
