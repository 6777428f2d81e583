import { Command, CommanderError } from 'commander'
import { loadEnvFile } from '@/lib/core/load-env-file'
import { version } from '@/package.json'
import { surviveClosedOutput } from './closed-output'
import { auditCommand } from './commands/audit'
import { backupCommand, restoreCommand } from './commands/backup'
import { deploymentCommand } from './commands/deployment'
import { destinationCommand } from './commands/destination'
import { doctorCommand } from './commands/doctor'
import { importCommand } from './commands/import'
import { keyCommand } from './commands/key'
import { memberCommand } from './commands/member'
import { metricsCommand } from './commands/metrics'
import { migrateCommand } from './commands/migrate'
import { organizationCommand } from './commands/organization'
import { pullRequestCommand } from './commands/pr'
import { repositoryCommand } from './commands/repository'
import { requestsCommand } from './commands/requests'
import { riskCommand } from './commands/risk'
import { serviceCommand } from './commands/service'
import { setupLinkCommand } from './commands/setup-link'
import { signalCommand } from './commands/signal'
import { trustCommand } from './commands/trust'
import { userCommand } from './commands/user'
import { endWithNpm } from './end-with-npm'
import { exitCodeOf, printError } from './output'
import { setUp } from './set-up'

const epilogue = `
Every command takes --json for machines; failures are {"error": …} then.
Without DATABASE_URL the commands use the embedded Postgres of
LEADLINE_DATA_DIR (.leadline by default). More: docs/command-line.md.
Exit codes: 0 done, 1 failed, 2 the command or a setting was not understood.`

/** `leadline` with all commands. Relative paths start at `callerDirectory`. */
export function createProgram(callerDirectory: string): Command {
  return new Command('leadline')
    .description(
      'Operate Leadline: organizations, people, API keys, imports, deployments, pull requests, metrics, risk signals, the risk of a deployment and notifications.',
    )
    .version(version)
    .addHelpText('after', epilogue)
    .addCommand(migrateCommand())
    .addCommand(backupCommand(callerDirectory))
    .addCommand(restoreCommand(callerDirectory))
    .addCommand(doctorCommand())
    .addCommand(setupLinkCommand())
    .addCommand(organizationCommand(callerDirectory))
    .addCommand(memberCommand())
    .addCommand(userCommand())
    .addCommand(keyCommand())
    .addCommand(trustCommand())
    .addCommand(importCommand(callerDirectory))
    .addCommand(deploymentCommand())
    .addCommand(pullRequestCommand())
    .addCommand(metricsCommand())
    .addCommand(repositoryCommand())
    .addCommand(serviceCommand())
    .addCommand(signalCommand())
    .addCommand(riskCommand())
    .addCommand(destinationCommand())
    .addCommand(requestsCommand())
    .addCommand(auditCommand())
}

/** Runs the command line and leaves the process with its exit code. Relative paths start at `callerDirectory`. */
export async function main(argv: string[], callerDirectory: string): Promise<void> {
  surviveClosedOutput()
  endWithNpm()
  const program = createProgram(callerDirectory)
  const json = argv.includes('--json')
  setUp(program, json)
  try {
    loadEnvFile()
    await program.parseAsync(argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) printError(error, json)
    process.exitCode = exitCodeOf(error)
  }
}
