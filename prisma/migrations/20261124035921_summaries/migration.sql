-- CreateEnum
CREATE TYPE "summary_kind" AS ENUM ('week', 'change');

-- CreateEnum
CREATE TYPE "summary_state" AS ENUM ('queued', 'written', 'failed');

-- CreateTable
CREATE TABLE "summaries" (
    "organization_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "kind" "summary_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "state" "summary_state" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "written_at" TIMESTAMPTZ(3),
    "digest" TEXT,
    "sentences" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "dropped" INTEGER NOT NULL DEFAULT 0,
    "model" TEXT,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cost" DOUBLE PRECISION,
    "failure" TEXT,

    CONSTRAINT "summaries_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateTable
CREATE TABLE "summary_calls" (
    "organization_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "summary_calls_pkey" PRIMARY KEY ("organization_id","day")
);

-- CreateIndex
CREATE INDEX "summaries_state_due_at_idx" ON "summaries"("state", "due_at");

-- CreateIndex
CREATE INDEX "summaries_organization_id_requested_at_idx" ON "summaries"("organization_id", "requested_at");

-- AddForeignKey
ALTER TABLE "summaries" ADD CONSTRAINT "summaries_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "summary_calls" ADD CONSTRAINT "summary_calls_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
