-- CreateTable
CREATE TABLE "stored_bytes" (
    "organization_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_bytes_pkey" PRIMARY KEY ("organization_id","day")
);

-- AddForeignKey
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
