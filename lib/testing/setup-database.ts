import { afterAll, inject } from 'vitest'
import { setDatabaseUrl } from '@/lib/core/env'
import { finishRequestLog } from '@/lib/deployments/request-log/finish'
import { createTestDatabase } from './create-test-database'

setDatabaseUrl(inject('testServerUrl'))
const database = await createTestDatabase()
setDatabaseUrl(database.url)

afterAll(async () => {
  await finishRequestLog()
  await database.drop()
})
