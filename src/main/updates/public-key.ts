/**
 * Whose feeds are believed: the Ed25519 key of the release machine (base64 over DER), as `GREENROOM_UPDATE_KEY` named it
 * at the build; null: this build looks for no newer version. docs/updates.md says how the pair is made.
 */
export const publicKey: string | null = UPDATE_KEY
