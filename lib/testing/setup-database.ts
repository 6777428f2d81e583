import { afterAll, inject } from 'vitest'
import { setDatabaseUrl } from '@/lib/env'
import { createTestDatabase } from './create-test-database'

setDatabaseUrl(inject('testServerUrl'))
const database = await createTestDatabase()
setDatabaseUrl(database.url)

afterAll(() => database.drop())
