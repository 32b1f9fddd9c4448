import { useTranslation } from 'react-i18next'
import type { en } from '../../../i18n/en.ts'

type FailureTextKey = keyof typeof en.library.failure

// Kept failures name their kind alone: those that a snapshot can end with. Another one is "something else".
const failureTextKeys: readonly FailureTextKey[] = [
  'offline',
  'dns',
  'tls',
  'connection-refused',
  'link-local',
  'connection-reset',
  'proxy-authentication',
  'timeout',
  'redirect',
  'too-large',
  'http',
  'empty-answer',
  'cut-short',
  'not-json',
  'wrong-shape',
  'unread',
  'declined',
  'token-rejected',
  'cancelled',
  'no-token',
  'keychain-missing',
  'keychain-locked',
  'secret-not-for-host',
  'storage',
  'refused',
]

/** A kind of failure as a short text, such as "refused by the service". */
export function useShortFailureText(): (kind: string) => string {
  const { t } = useTranslation('library')
  return (kind) => t(`failure.${failureTextKeys.find((textKey) => textKey === kind) ?? 'other'}`)
}
