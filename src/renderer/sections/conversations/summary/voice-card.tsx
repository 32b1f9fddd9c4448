import { useTranslation } from 'react-i18next'
import { PlayButton } from '../media/players.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { fieldOf, textOf } from './use-first-items.ts'
import type { OfSnapshot } from './use-first-items.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './summary.module.css'

/** Who speaks, how, and in which language. */
export function VoiceCard({ snapshotId, view }: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const valueOf = (field: string): string | null => textOf(fieldOf(view, field)?.value)
  const sample = fieldOf(view, 'detailDto.ttsUrl')
  const [speed, pitch] = [valueOf('detailDto.ttsSpeedRate'), valueOf('detailDto.ttsPitch')]
  const facts = [
    speed === null ? null : t('summary.speed', { value: speed }),
    pitch === null ? null : t('summary.pitch', { value: pitch }),
    valueOf('language'),
  ].filter((fact) => fact !== null)
  return (
    <Row className={styles.voice}>
      {sample?.media && <PlayButton snapshotId={snapshotId} row={sample} what={t('summary.voice')} />}
      <b>
        <ShownText text={valueOf('detailDto.ttsName') ?? t('summary.noVoice')} />
      </b>
      <span className={styles.sub}>
        <ShownText text={facts.join(' · ')} />
      </span>
    </Row>
  )
}
