-- The verb that sets production names notes it in the same transaction: on a cluster, where organizations are on each server,
-- a trigger of theirs would note it on each.
DROP TRIGGER "production_names_changed" ON "organizations";
DROP FUNCTION note_production_names();
