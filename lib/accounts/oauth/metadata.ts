import { baseUrl } from '@/lib/core/base-url'

/** What an application may do: read, and nothing else so far. */
export const scopes = ['read']

const paths = ['/mcp', '/api/v1'] as const

/** The address of the MCP server, which is also the audience of tokens for it. */
export function mcpResource(): string {
  return resourceAt('/mcp')
}

/** The address below which the HTTP API is, which is also the audience of tokens for it. */
export function apiResource(): string {
  return resourceAt('/api/v1')
}

/** Whether an address is, to the letter, that of something tokens are issued for. */
export function isResource(address: string): boolean {
  return paths.some((path) => resourceAt(path) === address)
}

/**
 * What applications have to know of Leadline as an authorization server (RFC 8414). Made of the public address alone,
 * whatever `Host` a request names.
 */
export function authorizationServerMetadata() {
  const issuer = baseUrl()
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
}

/**
 * What applications have to know of a resource (RFC 9728) by its path, such as `mcp`: null where there is none. Without a
 * path it is the MCP server, for applications that only look there.
 */
export function protectedResourceMetadata(path = 'mcp') {
  const resource = `${baseUrl()}/${path}`
  if (!isResource(resource)) return null
  return {
    resource,
    authorization_servers: [baseUrl()],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Leadline',
  }
}

/** Where the metadata of a resource is (RFC 9728): its path stands behind the well-known one. */
export function metadataUrl(resource: string): string {
  return `${baseUrl()}/.well-known/oauth-protected-resource${resource.slice(baseUrl().length)}`
}

function resourceAt(path: (typeof paths)[number]): string {
  return baseUrl() + path
}
