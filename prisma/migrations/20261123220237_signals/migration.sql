-- CreateEnum
CREATE TYPE "signal_state" AS ENUM ('open', 'acknowledged', 'snoozed', 'resolved');

-- CreateEnum
CREATE TYPE "severity" AS ENUM ('low', 'medium', 'high');

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "signal_thresholds" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "signals" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "rule" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name" TEXT,
    "service_key" TEXT,
    "severity" "severity" NOT NULL,
    "evidence" JSONB NOT NULL,
    "path" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "state" "signal_state" NOT NULL DEFAULT 'open',
    "snoozed_until" TIMESTAMPTZ(3),
    "note" TEXT,

    CONSTRAINT "signals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signal_runs" (
    "organization_id" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signal_runs_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "signals_organization_id_ended_at_idx" ON "signals"("organization_id", "ended_at");

-- CreateIndex
CREATE INDEX "signals_organization_id_service_key_idx" ON "signals"("organization_id", "service_key");

-- CreateIndex
CREATE UNIQUE INDEX "signals_organization_id_rule_subject_key" ON "signals"("organization_id", "rule", "subject");

-- CreateIndex
CREATE INDEX "signal_runs_due_at_idx" ON "signal_runs"("due_at");

-- AddForeignKey
ALTER TABLE "signals" ADD CONSTRAINT "signals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signal_runs" ADD CONSTRAINT "signal_runs_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
