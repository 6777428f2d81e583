-- CreateEnum
CREATE TYPE "annotation_kind" AS ENUM ('freeze', 'launch', 'incident');

-- CreateTable
CREATE TABLE "annotations" (
    "id" SERIAL NOT NULL,
    "organization_id" INTEGER NOT NULL,
    "kind" "annotation_kind" NOT NULL,
    "title" TEXT NOT NULL,
    "first_day" DATE NOT NULL,
    "last_day" DATE NOT NULL,
    "service" TEXT,
    "team" TEXT,

    CONSTRAINT "annotations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "annotations_organization_id_first_day_idx" ON "annotations"("organization_id", "first_day");

-- AddForeignKey
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
