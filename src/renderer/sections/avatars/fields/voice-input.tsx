import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Voice } from '../../../../shared/schemas/history.ts'
import { read } from '../../../api/queries.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { Row } from '../../../ui/layout.tsx'
import styles from './fields.module.css'
import { VoiceSample } from './voice-sample.tsx'

export interface VoiceInputProps {
  readonly value: string
  readonly placeholder: string
  readonly onChange: (value: string) => void
}

function originOf({ uses, ready, conversations }: Voice, t: TFunction<'avatars'>): string {
  if (uses > 0) return t('fields.voiceSeen.ready', { count: uses, ready })
  return conversations > 0
    ? t('fields.voiceSeen.conversations', { count: conversations })
    : t('fields.voiceSeen.public')
}

/** The voice, with those that were used or seen: the most successful first. Any other may be typed. */
export function VoiceInput(props: VoiceInputProps) {
  const { t } = useTranslation('avatars')
  const voices = useQuery(read('voice.list', {})).data ?? []
  const sample = voices.find(({ voice }) => voice === props.value)?.sample ?? null
  return (
    <Row align="stretch" wrap className={styles.voice}>
      <Combobox {...props} options={voices.map((voice) => ({ value: voice.voice, hint: originOf(voice, t) }))} />
      {sample !== null && <VoiceSample key={sample.snapshotId} snapshotId={sample.snapshotId} />}
    </Row>
  )
}
