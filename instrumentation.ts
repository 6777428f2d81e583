/** Ends the server when whoever started it, and holds the database for it, is gone. */
export function register(): void {
  process.once('disconnect', () => process.exit(0))
}
