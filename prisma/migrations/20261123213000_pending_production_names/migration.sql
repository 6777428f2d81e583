-- Production names that were set, until every stored deployment follows them.
CREATE TABLE "pending_production_names" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "set_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "pending_production_names_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "pending_production_names_organization_id_idx" ON "pending_production_names"("organization_id");

ALTER TABLE "pending_production_names" ADD CONSTRAINT "pending_production_names_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A row for each change: none is taken for done that came meanwhile.
CREATE FUNCTION note_production_names() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO pending_production_names (organization_id) VALUES (NEW.id);
    RETURN NULL;
END $$;

CREATE TRIGGER production_names_changed AFTER UPDATE OF "production_names" ON "organizations" FOR EACH ROW
    WHEN (OLD.production_names IS DISTINCT FROM NEW.production_names)
    EXECUTE FUNCTION note_production_names();
