import { profile } from '../../../src/shared/schemas/profile.ts'
import type { Profile } from '../../../src/shared/schemas/profile.ts'

/** A complete profile with this id, with an application of 19 digits. */
export function sampleProfile(id: string): Profile {
  return profile.parse({
    id,
    kind: 'service',
    createdAt: 1_772_366_400_000,
    name: `The {lobby} of "${id}"`,
    baseUrl: 'https://service.example/openapi/v2',
    authentication: { kind: 'api-keys', appId: '1990000000000000001', tokenLifetimeSeconds: 1_800 },
    applications: [{ appId: '1990000000000000002', label: 'Lobby' }],
    mediaBaseUrl: '',
    durationUnit: 'unknown',
    protection: 'open',
    colour: 'teal',
  })
}
