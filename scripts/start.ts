import { loadEnvFile } from '@/lib/load-env-file'
import { runServer } from './support/run-server'

loadEnvFile()
await runServer('start')
