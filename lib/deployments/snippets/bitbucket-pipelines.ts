import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** `after-script` of the deploying step: it also runs when the step failed. */
export function bitbucketPipelines(input: SnippetInput): Snippet {
  return {
    id: 'bitbucket-pipelines',
    title: 'Bitbucket Pipelines',
    file: 'In the deploying step of bitbucket-pipelines.yml',
    language: 'yaml',
    note: 'Store the key under Repository settings > Pipelines > Repository variables as LEADLINE_API_KEY, secured. The image of the step needs curl. Bitbucket says only success or failure, and who started a step by UUID.',
    text: `after-script:
  - ${yamlText(reportCommand(input, 'finish'))}
`,
  }
}
