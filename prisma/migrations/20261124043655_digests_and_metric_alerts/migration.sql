-- AlterTable
ALTER TABLE "notification_destinations" ADD COLUMN     "digest_hour" SMALLINT,
ADD COLUMN     "digest_weekday" SMALLINT;

-- CreateTable
CREATE TABLE "metric_alerts" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "service" TEXT,
    "team" TEXT,
    "above" BOOLEAN NOT NULL,
    "threshold" DOUBLE PRECISION NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" INTEGER,
    "value" DOUBLE PRECISION,
    "checked_at" TIMESTAMPTZ(3),
    "crossed_at" TIMESTAMPTZ(3),
    "returned_at" TIMESTAMPTZ(3),

    CONSTRAINT "metric_alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "metric_alerts_organization_id_id_idx" ON "metric_alerts"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "metric_alerts" ADD CONSTRAINT "metric_alerts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "metric_alerts" ADD CONSTRAINT "metric_alerts_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
