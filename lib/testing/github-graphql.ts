import { readFileSync } from 'node:fs'
import { buildClientSchema, defaultFieldResolver, type GraphQLFieldResolver, getNamedType, graphqlSync } from 'graphql'

/** An argument of a field, once variables are filled in. */
export type Arguments = Record<string, string | number | null | undefined>

/** What a query may select from: plain values, lists, other objects, and functions of the arguments for any of them. */
export type Answerable = Record<string, unknown>

// The entry of the package would build a second schema, to validate with.
const published = new URL('schema.json', import.meta.resolve('@octokit/graphql-schema'))
const schema = buildClientSchema(JSON.parse(readFileSync(published, 'utf8')), { assumeValid: true })

/**
 * Answers a GraphQL query from an object. What GitHub's published schema does not allow, a page of no size or of more
 * than a hundred, and a field that the object does not have are errors in the answer.
 */
export function answerGraphql(source: string, variableValues: Arguments, rootValue: Answerable) {
  return graphqlSync({ schema, source, variableValues, rootValue, fieldResolver })
}

const fieldResolver: GraphQLFieldResolver<Answerable, unknown, Arguments> = (object, paging, context, info) => {
  if (object[info.fieldName] === undefined) throw new Error(`The stand-in has no ${info.parentType}.${info.fieldName}`)
  const size = Number(paging.first ?? paging.last)
  const isPage = getNamedType(info.returnType).name.endsWith('Connection')
  if (isPage && !(size >= 1 && size <= 100)) throw new Error(`A page of ${info.fieldName} has 1 to 100 items`)
  return defaultFieldResolver(object, paging, context, info)
}
