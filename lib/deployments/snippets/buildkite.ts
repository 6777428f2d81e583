import { reportingScript, type Snippet, type SnippetInput } from './snippet'

/** A script around the deployment: in pipeline.yml itself Buildkite would replace the variables while uploading. */
export function buildkite(input: SnippetInput): Snippet {
  return {
    id: 'buildkite',
    title: 'Buildkite',
    file: '.buildkite/deploy.sh, the command of the deploying step',
    language: 'bash',
    note: 'Make it executable. Store the key as the Buildkite secret LEADLINE_API_KEY and list it under secrets of that step.',
    text: reportingScript(input),
  }
}
