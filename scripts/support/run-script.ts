import { surviveClosedOutput } from '@/cli/closed-output'
import { endWithNpm } from '@/cli/end-with-npm'
import { exitCodeOf, printError } from '@/cli/output'

/** Runs what an npm script does. Ends the process with one sentence and an exit code when that fails. */
export async function runScript(work: () => Promise<unknown>): Promise<void> {
  surviveClosedOutput()
  endWithNpm()
  try {
    await work()
  } catch (error) {
    printError(error, false)
    process.exit(exitCodeOf(error))
  }
}
