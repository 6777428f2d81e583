import { repository } from './schemas'

/** The repository of an event. */
export const eventRepository = repository.transform((payload) => payload.repository)
