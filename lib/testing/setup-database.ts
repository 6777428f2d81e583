import { afterAll, inject } from 'vitest'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { finishRequestLog, holder } from '@/lib/deployments/request-log/process-recorder'
import { createTestDatabase } from './create-test-database'

setDatabaseUrl(inject('testServerUrl'))
const database = await createTestDatabase()
setDatabaseUrl(database.url)

// The next file runs in this process, on a database of its own.
afterAll(async () => {
  await finishRequestLog()
  holder.leadlineRequestRecorder = undefined
  await db().close()
  await database.drop()
})
