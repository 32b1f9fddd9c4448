/** What main would answer to a page at rest; tests change the parts they are about. */
import { contract } from '../../src/shared/contract.ts'
import type { AppState } from '../../src/shared/schemas/app.ts'
import type { Profile, ProfileView } from '../../src/shared/schemas/profile.ts'
import { profileView } from '../../src/shared/schemas/profile.ts'

/** The id of `aProfile()`. */
export const profileId = 'profile-1'

/** A saved profile with its token in the keychain. */
export function aProfile(fields: Partial<Profile> = {}, view: Partial<Omit<ProfileView, 'profile'>> = {}): ProfileView {
  return profileView.parse({
    profile: {
      id: profileId,
      kind: 'service',
      createdAt: 1_790_000_000_000,
      name: 'Lobby, production',
      baseUrl: 'https://app.example/openapi/v2',
      authentication: { kind: 'access-token' },
      applications: [{ appId: '1377000000000001968', label: 'Lobby kiosks' }],
      mediaBaseUrl: '',
      durationUnit: 'unknown',
      protection: 'confirm',
      colour: 'teal',
      ...fields,
    },
    secret: 'keychain',
    tokenExpiresAt: null,
    ...view,
  })
}

/** The shell's state with these profiles, the first of them open. */
export function anAppState(profiles: readonly ProfileView[] = [aProfile()], changes: Partial<AppState> = {}): AppState {
  return contract['app.state'].output.parse({
    profiles,
    openProfileId: profiles[0]?.profile.id ?? null,
    keychain: 'available',
    preferences: { theme: 'system', language: 'en', density: 'comfortable' },
    notices: [],
    isOffline: false,
    shown: null,
    isTokenRefused: false,
    systemLanguage: 'en-GB',
    version: '0.1.0',
    runtime: 'Electron 45.4.1',
    isDevelopmentRuntime: false,
    isKeychainPasswordKnown: false,
    dataFolder: '/home/operator/.config/Greenroom',
    ...changes,
  })
}
