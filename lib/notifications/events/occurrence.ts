import type { Content } from '../content'
import type { Topic } from '../topics'

/** Something that happened, before it is known who hears of it. */
export type Occurrence = {
  topic: Topic
  /** `deployment.failed`: as webhooks name it. */
  type: string
  /** The same for the same thing, however often it is found. */
  key: string
  at: Date
  /** Key of the service that it is about; null for none. */
  service: string | null
  /** Name of the team that it is about, where it is about no service of it. */
  team?: string | null
  /** What is sent. Reads more of the database: only for what is sent to anyone. */
  describe: () => Promise<Content>
}

/** The organization in which things happened. */
export type Place = {
  organizationId: number
  slug: string
  name: string
  timeZone: string
  rolledBackFails: boolean
}

/** Nothing that ended longer ago is sent: it was imported, or came late. */
export const horizonMs = 24 * 3_600_000
