/** What the help of whatever serves says of its settings. */
export const settingsHelp = `
Settings, read from the environment and then from .env:
  PORT                      of the server (3000)
  HOST                      address that it listens on (all of the machine)
  NEXTAUTH_URL              public address (http://localhost:PORT)
  METRICS_PORT              metrics for Prometheus, at METRICS_HOST (off; 127.0.0.1)
  LEADLINE_DATA_DIR         embedded Postgres and generated secrets (.leadline)
  DATABASE_URL              a Postgres of yours instead of the embedded one
  DATABASE_REPLICA_URL      a standby of it, for reports (none)
  REDIS_URL, or UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN
                            one rate limit for several processes
.env.example lists all settings, docs/operations.md says more.`
