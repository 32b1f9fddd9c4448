/** Opening an address outside: https only, and only because the operator clicked. */
import { shell } from 'electron'
import { refusal } from '../../shared/failure.ts'

/** Opens an https address in the system's browser. Fails with refused not-https. */
export async function openExternal(address: string): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw refusal('not-https', null)
  await shell.openExternal(url.href)
}
