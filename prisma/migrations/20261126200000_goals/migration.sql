-- CreateTable
CREATE TABLE "goals" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "metric" TEXT NOT NULL,
    "team" TEXT,
    "value" DOUBLE PRECISION NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE,

    CONSTRAINT "goals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "goals_organization_id_first_day_idx" ON "goals"("organization_id", "first_day");

-- AddForeignKey
ALTER TABLE "goals" ADD CONSTRAINT "goals_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
