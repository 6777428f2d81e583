import { expect, it } from 'vitest'
import { leadline } from '@/lib/testing/command-line'
import { createTenant } from '@/lib/testing/factories'

it('leadline trust adds, lists and revokes trusted pipelines', async () => {
  const { organization } = await createTenant()
  const { slug } = organization
  const run = (name: string, ...args: string[]) => leadline('trust', name, '--org', slug, ...args)
  expect((await run('list')).stdout).toContain(`Add one: leadline trust add --org ${slug}`)

  const added = await run('add', '--host', 'gitlab', '--repository', 'acme/platform/api', '--branch', 'main', '--json')
  const { id, audience } = JSON.parse(added.stdout)
  expect(audience).toBe(`http://localhost:3000/${slug}`)
  expect((await run('list')).stdout).toMatch(
    new RegExp(`${id} +acme/platform/api +main +any +GitLab CI +https://gitlab.com +never +active`),
  )
  const words = ['--repository', 'acme/platform/api', '--tag', 'v*', '--protected-only', '--json']
  const tagged = JSON.parse((await run('add', '--host', 'gitlab', ...words)).stdout)
  expect((await run('list')).stdout).toMatch(new RegExp(`${tagged.id} +acme/platform/api +tag v\\*, protected +any`))
  await run('revoke', '--id', String(tagged.id))
  expect(JSON.parse((await run('revoke', '--id', String(id), '--json')).stdout)).toEqual({ id, revoked: true })
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([
    { id, branch: 'main', tag: null, protectedOnly: false, revokedAt: expect.any(String) },
    { id: tagged.id, tag: 'v*', protectedOnly: true },
  ])

  expect(await run('revoke', '--id', '2147483647')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No trusted pipeline'),
  })
  expect(await run('add', '--host', 'github', '--repository', 'api')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Enter the repository as owner/name'),
  })
  expect(await run('add', '--host', 'github', '--repository', 'acme/api', '--branch', '')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must not be empty.'),
  })
  expect((await run('add', '--host', 'bitbucket', '--repository', 'acme/api')).code).toBe(2)
})
