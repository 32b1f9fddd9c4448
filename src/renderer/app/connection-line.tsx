import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FailureKind } from '../../shared/failure.ts'
import type { Account } from '../../shared/schemas/account.ts'
import type { Concurrency } from '../../shared/schemas/session.ts'
import { read } from '../api/queries.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { Age } from '../i18n/age.tsx'
import { useApplication } from '../state/application-store.ts'
import { Badge } from '../ui/badge.tsx'
import { hostOf } from './profile-chip.tsx'
import { StateDot } from '../ui/state-dot.tsx'
import styles from './connection-line.module.css'

type LineKey = 'none' | 'waiting' | 'connected' | 'trouble' | 'offline' | 'token' | 'refused' | 'suspended'

/** What is suspended meanwhile. */
const sentences: Readonly<Partial<Record<LineKey, 'suspendedHint' | 'refusedHint'>>> = {
  suspended: 'suspendedHint',
  refused: 'refusedHint',
}

interface Contact {
  readonly at: number
  readonly failure: FailureKind | null
}

function contactsOf(known: Account | Concurrency | undefined): readonly Contact[] {
  if (known === undefined) return []
  const good = known.latest === null ? [] : [{ at: known.latest.at, failure: null }]
  const bad = known.failure === null ? [] : [{ at: known.failure.at, failure: known.failure.failure.kind }]
  return [...good, ...bad]
}

function lineKeyFor(failure: FailureKind | null): LineKey {
  if (failure === null) return 'connected'
  if (failure === 'offline') return 'offline'
  return failure === 'token-rejected' || failure === 'no-token' ? 'token' : 'trouble'
}

/** The last contact with the service by any part of the program; null before the first. */
function useLastContact(): Contact | null {
  const profile = useOpenProfile()
  const application = useApplication(profile)
  const account = useQuery({ ...read('account.figures', {}), enabled: profile !== null }).data
  const counts = useQuery({
    ...read('session.figures', { appId: application?.appId ?? '' }),
    enabled: application !== null,
  }).data
  const contacts = [...contactsOf(account), ...contactsOf(counts)]
  return contacts.reduce<Contact | null>((last, one) => (last === null || one.at > last.at ? one : last), null)
}

function useLineKey(contact: Contact | null): LineKey {
  const profile = useOpenProfile()
  const state = useAppState()
  if (profile === null) return 'none'
  if (state?.isOffline === true) return 'suspended'
  if (state?.isTokenRefused === true) return 'refused'
  return contact === null ? 'waiting' : lineKeyFor(contact.failure)
}

type Sentence = NonNullable<(typeof sentences)[LineKey]>

/** What is suspended meanwhile, and for which service. */
function Consequence({ sentence }: { readonly sentence: Sentence }) {
  const { t } = useTranslation('app')
  const profile = useOpenProfile()
  return profile === null ? null : <>{t(sentence, { host: hostOf(profile.profile.baseUrl) })}</>
}

/** The footer of the navigation: is the service answering, and since when is that known. */
export function ConnectionLine() {
  const { t } = useTranslation(['app', 'common'])
  const contact = useLastContact()
  const lineKey = useLineKey(contact)
  const isDevelopmentRuntime = useAppState()?.isDevelopmentRuntime === true
  const sentence = sentences[lineKey]
  const tone = lineKey === 'connected' ? 'good' : lineKey === 'none' || lineKey === 'waiting' ? 'neutral' : 'bad'
  return (
    <footer className={styles.line}>
      <StateDot tone={tone}>{t(`app:connection.${lineKey}`)}</StateDot>
      {lineKey !== 'none' && lineKey !== 'suspended' && contact !== null && (
        <span className={styles.age}>
          <Age at={contact.at} />
        </span>
      )}
      <p className={styles.words} role="status">
        {sentence !== undefined && <Consequence sentence={sentence} />}
      </p>
      {isDevelopmentRuntime && <Badge tone="warn">{t('app:developmentRuntime')}</Badge>}
    </footer>
  )
}
