/** A vault's secrets without the settings file that records them. */
import type { ProfileId } from '../../src/shared/ids.ts'
import type { StoredSettings } from '../../src/shared/schemas/settings.ts'
import { firstSettings } from '../../src/main/store/settings.ts'
import type { NewSecret, UnfinishedSecrets, Vault } from '../../src/main/vault/vault.ts'

/** The settings' record of unfinished replacements; using the same object again simulates the next run. */
export function unfinishedSecrets(): UnfinishedSecrets {
  let settings: StoredSettings = firstSettings
  return {
    read: () => settings.unfinishedSecrets ?? {},
    write: (mark) => {
      settings = { ...settings, ...mark(settings) }
      return Promise.resolve()
    },
  }
}

/** Keeps a secret as saving a profile does. */
export function keepSecret(
  { vault, unfinished }: { readonly vault: Vault; readonly unfinished: UnfinishedSecrets },
  key: ProfileId,
  secret: Omit<NewSecret, 'isFirst'> & Partial<NewSecret>,
): Promise<void> {
  return vault.replace(key, { isFirst: false, ...secret }, unfinished.write)
}
