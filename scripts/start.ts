import { loadEnvFile } from '@/lib/core/load-env-file'
import { npmCommand } from './support/npm-command'
import { printSetupLink } from './support/print-setup-link'
import { runServer } from './support/run-server'
import { settingsHelp } from './support/settings-help'
import { speakInLog } from './support/steps'

const what =
  'Serve Leadline: starts and migrates the database, builds when the sources changed, and serves until Ctrl-C.'

npmCommand('start').description(what).addHelpText('after', settingsHelp).parse()
loadEnvFile()
speakInLog()
await runServer('start', { serving: printSetupLink })
