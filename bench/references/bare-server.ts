import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import pg from 'pg'

/** A server without a framework: each POST is parsed and stored by one prepared upsert, nothing is checked. */
const [port, databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })

const upsert = {
  name: 'upsert',
  text: `INSERT INTO bare_reference AS stored (external_id, body) VALUES ($1, $2)
    ON CONFLICT (external_id) DO UPDATE SET body = excluded.body RETURNING id, xmax = 0 AS created`,
}

await pool.query(`CREATE TABLE bare_reference (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, external_id text UNIQUE NOT NULL, body jsonb NOT NULL)`)

createServer(async (request, response) => {
  const body = (await json(request)) as { deploymentId: string }
  const { rows } = await pool.query({ ...upsert, values: [body.deploymentId, JSON.stringify(body)] })
  const answer = { action: rows[0].created ? 'created' : 'updated', deploymentId: rows[0].id, linkedPRs: 0 }
  response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
}).listen(Number(port))
