import { loadEnvFile } from '@/lib/core/load-env-file'
import { npmCommand } from './support/npm-command'
import { printSetupLink } from './support/print-setup-link'
import { runServer } from './support/run-server'
import { settingsHelp } from './support/settings-help'

const what =
  'Serve the sources as they are being changed: starts and migrates the database, and runs the development server until Ctrl-C.'

npmCommand('dev').description(what).addHelpText('after', settingsHelp).parse()
loadEnvFile()
await runServer('dev', { serving: printSetupLink })
