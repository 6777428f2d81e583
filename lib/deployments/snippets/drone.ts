import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** A step after the deploying one, in Drone and in Woodpecker. */
export function drone(input: SnippetInput): Snippet {
  return {
    id: 'drone',
    title: 'Drone, Woodpecker',
    file: 'Step after the deploying one',
    language: 'yaml',
    note: 'Store the key as the secret leadline_api_key of the repository.',
    text: `- name: report
  image: curlimages/curl
  environment: { LEADLINE_API_KEY: { from_secret: leadline_api_key } }
  commands:
    - ${yamlText(reportCommand(input, 'finish'))}
  when: { status: [success, failure] }
`,
  }
}
