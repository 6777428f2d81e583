import { Command } from 'commander'
import { exitCodeOf } from '@/cli/output'
import { setUp } from '@/cli/set-up'

/** What an npm script takes: parsed before anything else, it answers `--help` and refuses the rest as the CLI does. */
export function npmCommand(script: string): Command {
  const command = new Command(`npm run ${script} --`)
  setUp(command, false)
  return command.exitOverride((error) => process.exit(exitCodeOf(error)))
}
