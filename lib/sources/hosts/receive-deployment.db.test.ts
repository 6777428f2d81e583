import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { githubDeploymentEvent, githubPullRequestEvent, mergedFields } from '@/lib/testing/github-events'
import { gitlabDeploymentEvent } from '@/lib/testing/gitlab-events'
import { createConnected, createFollowed, sendGithub, sendGitlab } from '@/lib/testing/host-webhooks'
import { permutations } from '@/lib/testing/permutations'

describe('deployments that the host reports', () => {
  it('are left alone unless the connection takes them', async () => {
    const connected = await createConnected('github')
    const repository = await createFollowed(connected)
    const event = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    expect(await sendGithub(connected, 'deployment_status', event)).toEqual({ status: 204, body: null })
    await expect(getDeployment(connected.organization.id, 'github-42')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of GitHub are one deployment in any order of its statuses', async () => {
    const statuses = [
      ['queued', '2026-03-02T10:00:01Z'],
      ['in_progress', '2026-03-02T10:00:05Z'],
      ['success', '2026-03-02T10:04:00Z'],
      ['inactive', '2026-03-02T12:00:00Z'],
    ] as const
    for (const order of permutations(statuses)) {
      const connected = await createConnected('github', { takesDeployments: true })
      const repository = await createFollowed(connected)
      for (const [state, at] of order) {
        await sendGithub(connected, 'deployment_status', githubDeploymentEvent(repository, state, at))
      }
      expect(await getDeployment(connected.organization.id, 'github-42')).toMatchObject({
        service: 'api',
        environment: 'production',
        production: true,
        status: 'success',
        commitSha: 'c'.repeat(40),
        startedAt: new Date('2026-03-02T10:00:00Z'),
        completedAt: new Date('2026-03-02T10:04:00Z'),
        branch: 'main',
        triggeredBy: 'ada',
        pipelineUrl: 'https://github.com/acme/api/actions/runs/1/job/2',
      })
    }
  })

  it('of GitLab begin when the first of its statuses did, in any order', async () => {
    const statuses = [
      ['created', '2026-03-02 10:00:00 UTC'],
      ['running', '2026-03-02 10:00:30 UTC'],
      ['failed', '2026-03-02 10:04:00 UTC'],
    ] as const
    for (const order of permutations(statuses)) {
      const connected = await createConnected('gitlab', { takesDeployments: true })
      const repository = await createFollowed(connected)
      for (const [status, at] of order) {
        await sendGitlab(connected, 'Deployment Hook', gitlabDeploymentEvent(repository, status, at))
      }
      expect(await getDeployment(connected.organization.id, 'gitlab-42')).toMatchObject({
        status: 'failure',
        startedAt: new Date('2026-03-02T10:00:00Z'),
        completedAt: new Date('2026-03-02T10:04:00Z'),
        durationSeconds: 240,
      })
    }
  })

  it('of two hosts of one organization are two', async () => {
    const cloud = await createConnected('gitlab', { takesDeployments: true })
    const baseUrl = 'https://gitlab.acme.example'
    const own = await createConnected('gitlab', { takesDeployments: true, baseUrl }, cloud.organization)
    for (const [connected, fullName] of [
      [cloud, 'acme/api'],
      [own, 'acme/web'],
    ] as const) {
      const repository = await createFollowed(connected, { fullName })
      await sendGitlab(
        connected,
        'Deployment Hook',
        gitlabDeploymentEvent(repository, 'success', '2026-03-02 10:00:00 UTC'),
      )
    }
    expect(await getDeployment(cloud.organization.id, 'gitlab-42')).toMatchObject({ service: 'api' })
    expect(await getDeployment(cloud.organization.id, 'gitlab.acme.example-42')).toMatchObject({ service: 'web' })
  })

  it('link what they shipped, and start the trial', async () => {
    const connected = await createConnected('github', { takesDeployments: true })
    const repository = await createFollowed(connected)
    await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'closed', mergedFields))
    const event = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    await sendGithub(connected, 'deployment_status', event)
    const { pullRequests } = await getDeployment(connected.organization.id, 'github-42')
    expect(pullRequests.map(({ number }) => number)).toEqual([7])
    const where = { id: connected.organization.id }
    const { trialStartedAt } = await db().prisma.organization.findUniqueOrThrow({ where })
    expect(trialStartedAt).toBeInstanceOf(Date)
  })

  it('name the whole repository where its name alone could be another’s', async () => {
    const connected = await createConnected('github', { takesDeployments: true })
    const repository = await createFollowed(connected)
    await createFollowed(connected, { fullName: 'beta/API' })
    const event = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    await sendGithub(connected, 'deployment_status', event)
    expect((await getDeployment(connected.organization.id, 'github-42')).service).toBe('acme/api')
  })

  it('must be such as the webhook for pipelines takes', async () => {
    const connected = await createConnected('github', { takesDeployments: true })
    const repository = await createFollowed(connected)
    const event = githubDeploymentEvent(repository, 'success', '2999-03-02T10:04:00Z')
    expect(await sendGithub(connected, 'deployment_status', event)).toMatchObject({ status: 400 })
  })
})
