import { log } from '@/lib/core/log'

/**
 * Logs what fails with nothing to catch it: an exception ends the process with 1, as it may leave anything half done; a
 * promise that none waited for does not, as other requests go on.
 */
export function logFailures(): void {
  process.on('uncaughtException', (error) => {
    log.error('process failed', { error })
    process.exit(1)
  })
  process.on('unhandledRejection', (error) => log.error('failure that was not waited for', { error }))
}
