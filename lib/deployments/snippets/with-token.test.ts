import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { listTokenSnippets } from './with-token'

const audience = 'https://leadline.acme.example/acme'
const [github, gitlab] = listTokenSnippets({ baseUrl: 'https://leadline.acme.example', service: 'api', audience })

describe('what trusted pipelines need', () => {
  it('lets a job of GitHub Actions ask for a token with the audience', () => {
    const { permissions, steps } = parse(github?.text ?? '')
    expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' })
    expect(steps).toMatchObject([{ if: 'always()', env: { LEADLINE_AUDIENCE: audience } }])
  })

  it('has GitLab put a token with the audience where the report looks for it', () => {
    const { id_tokens: tokens, after_script: script } = parse(gitlab?.text ?? '')
    expect(tokens).toEqual({ LEADLINE_ID_TOKEN: { aud: audience } })
    expect(script).toHaveLength(1)
  })

  it('contains no key', () => {
    expect(`${github?.text} ${gitlab?.text}`).not.toContain('LEADLINE_API_KEY')
  })
})
