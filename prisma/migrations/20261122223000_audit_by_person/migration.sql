-- CreateIndex
CREATE INDEX "audit_entries_organization_id_actor_id_idx" ON "audit_entries"("organization_id", "actor", "id");
