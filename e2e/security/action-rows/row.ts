import type { Role } from '@/lib/generated/prisma/enums'
import type { ServerAction } from '../app-inventory'
import type { World } from '../world'

export type ActionRow = ServerAction & {
  /**
   * The least role that may; `user` and `stranger` for any signed-in user, tried by a member of the organization and
   * by one who is not; `anyone` also without a session.
   */
  needs: Role | 'user' | 'stranger' | 'anyone'
  /** The page that its form stands on. */
  page: (world: World) => string
  /** Fields that do something good in the organization of `world`, besides `organization`. */
  fields: (world: World) => Record<string, string>
  /** Fields that name a record, with an id that does not exist. */
  unknownIds?: Record<string, string>
  /** What comes of it when all is well; a path is where it leads. */
  outcome: 'done' | 'refused' | RegExp
}

export const unknownId = '987654321'
