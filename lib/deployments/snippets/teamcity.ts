import { reportingScript, type Snippet, type SnippetInput } from './snippet'

/** The deploying build step itself: TeamCity tells no step how the build went. */
export function teamcity(input: SnippetInput): Snippet {
  return {
    id: 'teamcity',
    title: 'TeamCity',
    file: 'Custom script of the deploying Command Line step',
    language: 'bash',
    note: 'Store the key as the parameter env.LEADLINE_API_KEY of type Password.',
    text: reportingScript(input),
  }
}
