-- CreateEnum
CREATE TYPE "destination_kind" AS ENUM ('slack', 'teams', 'webhook', 'email');

-- CreateEnum
CREATE TYPE "notification_state" AS ENUM ('pending', 'delivered', 'failed');

-- AlterTable
ALTER TABLE "signals" ADD COLUMN     "opened_at" TIMESTAMPTZ(3);
UPDATE "signals" SET "opened_at" = "first_seen_at";
ALTER TABLE "signals" ALTER COLUMN "opened_at" SET NOT NULL;

-- CreateTable
CREATE TABLE "notification_destinations" (
    "id" SERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "kind" "destination_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "host" TEXT,
    "sealed_secrets" TEXT,
    "recipients" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "topics" TEXT[],
    "services" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "teams" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "since" TIMESTAMPTZ(3) NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "paused_because" TEXT,
    "failing_since" TIMESTAMPTZ(3),
    "given_up" INTEGER NOT NULL DEFAULT 0,
    "leased_until" TIMESTAMPTZ(3),
    "attempted_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,

    CONSTRAINT "notification_destinations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" BIGSERIAL NOT NULL,
    "public_id" TEXT NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "destination_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "state" "notification_state" NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "attempted_at" TIMESTAMPTZ(3),
    "outcome" TEXT,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_runs" (
    "organization_id" INTEGER NOT NULL,
    "seen_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_runs_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "notification_destinations_public_id_key" ON "notification_destinations"("public_id");

-- CreateIndex
CREATE INDEX "notification_destinations_organization_id_id_idx" ON "notification_destinations"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_public_id_key" ON "notifications"("public_id");

-- CreateIndex
CREATE INDEX "notifications_organization_id_id_idx" ON "notifications"("organization_id", "id");

-- CreateIndex
CREATE INDEX "notifications_destination_id_created_at_idx" ON "notifications"("destination_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_destination_id_key_key" ON "notifications"("destination_id", "key");

-- CreateIndex
CREATE INDEX "notification_runs_due_at_idx" ON "notification_runs"("due_at");

-- AddForeignKey
ALTER TABLE "notification_destinations" ADD CONSTRAINT "notification_destinations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_destinations" ADD CONSTRAINT "notification_destinations_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_destination_id_fkey" FOREIGN KEY ("destination_id") REFERENCES "notification_destinations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_runs" ADD CONSTRAINT "notification_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is to be sent: few rows, behind any number of those that were.
CREATE INDEX "notifications_pending_idx" ON "notifications"("destination_id", "due_at") WHERE "state" = 'pending';

-- Deployments that failed. Those that succeed are not in it, and it holds nothing that an event which says the same again
-- changes.
CREATE INDEX "deployments_failed_idx" ON "deployments"("organization_id", "completed_at")
    WHERE "production" AND "voided_at" IS NULL AND "status" IN ('failure', 'rolled_back');
