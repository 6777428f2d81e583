-- What a person says became of a deployment that was reported as a success: it failed.
ALTER TABLE "deployments" ADD COLUMN "status_correction" "deployment_status";
