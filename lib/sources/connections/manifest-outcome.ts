/** What Settings > Repositories says to a user who comes back from GitHub, by the word in its address. */
export const manifestOutcomes: Record<string, { tone: 'success' | 'failure'; text: string }> = {
  installed: { tone: 'success', text: 'GitHub is connected. Choose the repositories to follow.' },
}
