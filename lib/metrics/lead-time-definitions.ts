import type { Definition } from './definition'
import type { LeadTimeStart } from './settings'

const source = {
  title: 'DORA’s software delivery performance metrics',
  url: 'https://dora.dev/guides/dora-metrics/',
}

/** What lead time means, by where it starts. */
export const leadTimeDefinitions: Record<LeadTimeStart, Definition> = {
  merge: {
    ...definitionFrom('the merge'),
    formula: 'median of (deployment completed − pull request merged)',
    source: { ...source, before: 'Leadline’s own.', title: 'DORA counts from the first commit' },
  },
  'first-commit': {
    ...definitionFrom('the first commit'),
    formula: 'median of (deployment completed − first commit of the pull request)',
    source,
  },
}

function definitionFrom(start: string) {
  return {
    slug: 'lead-time',
    title: 'Lead time for changes',
    definition:
      `How long a change takes to reach production: from ${start} of its pull request until the earliest successful ` +
      'production deployment that shipped it. The number is the median.',
    better: 'lower',
  } as const
}
