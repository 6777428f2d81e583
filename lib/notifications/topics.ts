/** What a destination can be sent, in the order in which it is shown. */
export const topics = [
  {
    slug: 'failed',
    title: 'A production deployment failed or was rolled back',
    hint: 'With the pull requests that it contained.',
  },
  {
    slug: 'recovered',
    title: 'A service recovered',
    hint: 'The first success after a failure, with how long that took.',
  },
  { slug: 'stuck', title: 'A deployment is stuck', hint: 'The risk signal of that name.' },
  { slug: 'refused', title: 'Posts of a pipeline are refused', hint: 'The risk signal of that name.' },
  {
    slug: 'high-signal',
    title: 'Any other risk signal of high severity',
    hint: 'When it opens, and when it comes back.',
  },
  {
    slug: 'metric',
    title: 'A metric crosses a value that was set',
    hint: 'And comes back. Values are set under Metric alerts.',
  },
] as const

export type Topic = (typeof topics)[number]['slug']

export const topicSlugs: readonly Topic[] = topics.map(({ slug }) => slug)
