/** As many as GitHub lists for one pull request. */
export const maxFiles = 3_000
const maxPathLength = 4_096
const maxCharacters = 400_000

/**
 * The paths of the files that a pull request changed; null, as where they are not known, when there are more or longer
 * ones than are worth comparing with the paths of services.
 */
export function knownPaths(paths: readonly string[] | null): readonly string[] | null {
  if (paths === null || paths.length > maxFiles) return null
  let characters = 0
  for (const { length } of paths) {
    characters += length
    if (length > maxPathLength || characters > maxCharacters) return null
  }
  return paths
}
