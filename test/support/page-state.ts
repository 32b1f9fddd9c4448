/** Main's answers for an idle page; tests change the parts that they are about. */
import { contract } from '../../src/shared/contract.ts'
import type { AppState } from '../../src/shared/schemas/app.ts'
import type { About } from '../../src/shared/schemas/support.ts'
import type { Updates } from '../../src/shared/schemas/update-feed.ts'
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

/** The facts that About shows for a program installed on Linux. */
export const anAbout: About = {
  version: '0.1.0',
  commit: '0123456789abcdef0123456789abcdef01234567',
  packageKind: 'deb',
  runtimeSource: null,
  isDevelopmentRuntime: false,
  electron: '45.4.1',
  chrome: '150.0.1.2',
  node: '24.15.0',
  v8: '15.0.1',
  sqlite: '3.51.0',
  system: 'Debian GNU/Linux 12 (bookworm), Linux 6.1.0',
  architecture: 'x64',
  keychainKind: 'secret-service',
  keychain: 'available',
  crashDumps: 0,
}

/** The state of updates in a program without a feed. */
export function someUpdates(changes: Partial<Updates> = {}): Updates {
  const none = { checkedAt: null, problem: null, newer: null } as const
  return { off: 'not-set-up', isChecking: false, ...none, way: 'package-manager', ...changes }
}

/** The shell's state with these profiles, the first of them open. */
export function anAppState(profiles: readonly ProfileView[] = [aProfile()], changes: Partial<AppState> = {}): AppState {
  return contract['app.state'].output.parse({
    profiles,
    openProfileId: profiles[0]?.profile.id ?? null,
    keychain: 'available',
    preferences: { theme: 'system', language: 'en', density: 'comfortable', runsInBackground: true },
    notices: [],
    isOffline: false,
    shown: null,
    refusedTokens: [],
    policy: null,
    systemLanguage: 'en-GB',
    version: '0.1.0',
    isDevelopmentRuntime: false,
    isKeychainPasswordKnown: false,
    dataFolder: '/home/operator/.config/Greenroom',
    ...changes,
  })
}
