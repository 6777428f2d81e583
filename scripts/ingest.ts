import { loadEnvFile } from '@/lib/core/load-env-file'
import { npmCommand } from './support/npm-command'
import { runIngest } from './support/run-ingest'
import { settingsHelp } from './support/settings-help'
import { speakInLog } from './support/steps'

const what =
  'Serve the deployment webhook alone, without pages: starts and migrates the database, and serves until Ctrl-C.'

npmCommand('ingest').description(what).addHelpText('after', settingsHelp).parse()
loadEnvFile()
speakInLog()
await runIngest()
