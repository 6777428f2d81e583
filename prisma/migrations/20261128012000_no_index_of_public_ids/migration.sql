-- Random, and nothing looks for them: an index that says that they are unique has no use.

-- DropIndex
DROP INDEX "notification_destinations_public_id_key";

-- DropIndex
DROP INDEX "notifications_public_id_key";
