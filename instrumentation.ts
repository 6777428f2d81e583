/** Next calls this once in each runtime; only the server proper has something to end well. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./instrumentation-node')
}
