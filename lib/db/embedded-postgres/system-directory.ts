import { chmod, mkdir } from 'node:fs/promises'

const systemDirectory = '/var/lib/leadline'

/** A folder that every account can enter, for a checkout that lies where only root can. */
export async function openSystemDirectory(): Promise<string> {
  await mkdir(systemDirectory, { recursive: true })
  await chmod(systemDirectory, 0o755)
  return systemDirectory
}
