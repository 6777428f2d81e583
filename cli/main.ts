import { Command, CommanderError } from 'commander'
import { loadEnvFile } from '@/lib/core/load-env-file'
import { version } from '@/package.json'
import { surviveClosedOutput } from './closed-output'
import { endWithNpm } from './end-with-npm'
import { exitCodeOf, printError } from './output'
import { setUp } from './set-up'

const epilogue = `
Every command takes --json for machines; failures are {"error": …} then.
Without DATABASE_URL the commands use the embedded Postgres of
LEADLINE_DATA_DIR (.leadline by default). More: docs/command-line.md.
Exit codes: 0 done, 1 failed, 2 the command or a setting was not understood.`

type CreateCommand = (callerDirectory: string) => Command

/** By name: the code of a command is loaded when it is asked for, since that of all takes a second. */
const commands: Record<string, () => Promise<CreateCommand>> = {
  migrate: async () => (await import('./commands/migrate')).migrateCommand,
  backup: async () => (await import('./commands/backup')).backupCommand,
  restore: async () => (await import('./commands/backup')).restoreCommand,
  doctor: async () => (await import('./commands/doctor')).doctorCommand,
  'setup-link': async () => (await import('./commands/setup-link')).setupLinkCommand,
  org: async () => (await import('./commands/organization')).organizationCommand,
  member: async () => (await import('./commands/member')).memberCommand,
  user: async () => (await import('./commands/user')).userCommand,
  key: async () => (await import('./commands/key')).keyCommand,
  trust: async () => (await import('./commands/trust')).trustCommand,
  import: async () => (await import('./commands/import')).importCommand,
  deployment: async () => (await import('./commands/deployment')).deploymentCommand,
  pr: async () => (await import('./commands/pr')).pullRequestCommand,
  metrics: async () => (await import('./commands/metrics')).metricsCommand,
  repository: async () => (await import('./commands/repository')).repositoryCommand,
  service: async () => (await import('./commands/service')).serviceCommand,
  signal: async () => (await import('./commands/signal')).signalCommand,
  goal: async () => (await import('./commands/goal')).goalCommand,
  risk: async () => (await import('./commands/risk')).riskCommand,
  destination: async () => (await import('./commands/destination')).destinationCommand,
  requests: async () => (await import('./commands/requests')).requestsCommand,
  audit: async () => (await import('./commands/audit')).auditCommand,
}

/** The command that is asked for, else all, as help needs them; the version needs none. */
export async function loadCommands(asked = ''): Promise<CreateCommand[]> {
  if (asked === '--version' || asked === '-V') return []
  const loads = Object.hasOwn(commands, asked) ? [commands[asked]] : Object.values(commands)
  return Promise.all(loads.flatMap((load) => load?.() ?? []))
}

/** `leadline` with these commands. Relative paths start at `callerDirectory`. */
export function createProgram(callerDirectory: string, createCommands: readonly CreateCommand[]): Command {
  const program = new Command('leadline')
    .description(
      'Operate Leadline: organizations, people, API keys, imports, deployments, pull requests, metrics, goals, risk signals, the risk of a deployment and notifications.',
    )
    .version(version)
    .addHelpText('after', epilogue)
  for (const create of createCommands) program.addCommand(create(callerDirectory))
  return program
}

/** Runs the command line and leaves the process with its exit code. Relative paths start at `callerDirectory`. */
export async function main(argv: string[], callerDirectory: string): Promise<void> {
  surviveClosedOutput()
  endWithNpm()
  const program = createProgram(callerDirectory, await loadCommands(argv[2]))
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
