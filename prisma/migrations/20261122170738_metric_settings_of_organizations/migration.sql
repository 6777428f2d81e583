-- How metrics are counted is set for an organization, and an address may ask for another start of lead time. What each
-- person had chosen is dropped: every organization begins with the default that everybody had without a choice.
ALTER TABLE "organizations" ADD COLUMN     "lead_time_from" TEXT NOT NULL DEFAULT 'merge',
ADD COLUMN     "rolled_back_fails" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "organizations" ADD CONSTRAINT "organizations_lead_time_from_check"
  CHECK ("lead_time_from" IN ('merge', 'first-commit'));

-- DropTable
DROP TABLE "metric_settings";
