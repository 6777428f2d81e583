import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** Last step of the deploying job; it runs in bash, which every hosted agent has. */
export function azurePipelines(input: SnippetInput): Snippet {
  return {
    id: 'azure-pipelines',
    title: 'Azure Pipelines',
    file: 'Last step of the deploying job in azure-pipelines.yml',
    language: 'yaml',
    note: 'Store the key under Pipelines > Edit > Variables as LEADLINE_API_KEY, kept secret.',
    text: `- bash: ${yamlText(reportCommand(input, 'finish'))}
  displayName: Report to Leadline
  condition: always()
  env:
    LEADLINE_API_KEY: $(LEADLINE_API_KEY)
`,
  }
}
