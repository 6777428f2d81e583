export type ClientSnippet = { id: string; title: string; file: string; note: string; text: string }

/** How each assistant is connected to the server at `url`, which all of them get and nothing else. None contains a key. */
export function clientSnippets(url: string): ClientSnippet[] {
  const entry = (more: object) => JSON.stringify(more, null, 2)
  return [
    {
      id: 'claude-code',
      title: 'Claude Code',
      file: 'Terminal',
      note: 'Run it once, then /mcp in Claude Code to sign in.',
      text: `claude mcp add --transport http leadline ${url}`,
    },
    {
      id: 'cursor',
      title: 'Cursor',
      file: '.cursor/mcp.json',
      note: 'In the project, or in your home directory for all projects. Cursor offers to sign in.',
      text: entry({ mcpServers: { leadline: { url } } }),
    },
    {
      id: 'vs-code',
      title: 'VS Code',
      file: '.vscode/mcp.json',
      note: 'VS Code offers to start the server above the entry, and to sign in.',
      text: entry({ servers: { leadline: { type: 'http', url } } }),
    },
    {
      id: 'chatgpt',
      title: 'ChatGPT',
      file: 'MCP server URL',
      note: 'Settings > Apps & Connectors > Create, in developer mode, with OAuth. ChatGPT calls from its own servers, so this address has to be reachable from the internet.',
      text: url,
    },
    {
      id: 'mcp-curl',
      title: 'curl',
      file: 'Terminal',
      note: 'Without a person: an API key that reads works in place of signing in, for every client that can send a header.',
      text: `curl --fail-with-body --silent --show-error \\
  --header "Authorization: Bearer $LEADLINE_API_KEY" \\
  --header 'Content-Type: application/json' \\
  --header 'Accept: application/json, text/event-stream' \\
  --data '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_lead_time","arguments":{"range":"7d"}}}' \\
  ${url}`,
    },
  ]
}
