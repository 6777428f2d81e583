export const dynamic = 'force-dynamic'

export function POST(): Response {
  return Response.json({ action: 'created', deploymentId: 1, linkedPRs: 0 }, { status: 201 })
}
