import { openEmbeddedPostgres } from '@/lib/db/embedded-postgres/open'

const server = await openEmbeddedPostgres(process.argv[2] ?? '', (notice) => process.stdout.write(`notice ${notice}\n`))
process.stdout.write(`url ${server.url}\n`)
process.stdin.resume().once('end', () => server.release())
