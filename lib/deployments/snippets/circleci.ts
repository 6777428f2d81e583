import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** Last steps of the deploying job. No step runs after a cancellation, so that is not reported. */
export function circleci(input: SnippetInput): Snippet {
  return {
    id: 'circleci',
    title: 'CircleCI',
    file: 'Last steps of the deploying job in .circleci/config.yml',
    language: 'yaml',
    note: 'Store the key under Project Settings > Environment Variables as LEADLINE_API_KEY. CircleCI runs no step after a job was cancelled, so only successes and failures are reported.',
    text: `- run:
    name: Report to Leadline
    command: ${yamlText(reportCommand(input, 'finish success'))}
- run:
    when: on_fail
    command: ${yamlText(reportCommand(input, 'finish failure'))}
`,
  }
}
