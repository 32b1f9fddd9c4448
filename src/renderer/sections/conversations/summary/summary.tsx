import { useTranslation } from 'react-i18next'
import type { ConversationView } from '../../../../shared/model/conversation-view.ts'
import { ChecksPanel } from '../checks/checks-panel.tsx'
import { LibraryTools } from '../library/library-tools.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { PromptCard } from './prompt-card.tsx'
import { OpeningCard, ScriptsCard } from './scripts-cards.tsx'
import { VoiceCard } from './voice-card.tsx'
import { Stack } from '../../../ui/layout.tsx'
import styles from './summary.module.css'

export interface SummaryProps {
  readonly snapshotId: string
  readonly conversationId: string
  readonly view: ConversationView
}

/** What a conversation says, first, with how it looks and sounds, what the checks found and the operator's own notes. */
export function Summary({ snapshotId, conversationId, view }: SummaryProps) {
  const { t } = useTranslation('conversations')
  return (
    <section className={styles.summary} aria-label={t('summary.title')}>
      <Stack gap={3} className={styles.column}>
        <OpeningCard snapshotId={snapshotId} view={view} />
        <PromptCard snapshotId={snapshotId} view={view} />
        <ScriptsCard snapshotId={snapshotId} view={view} />
      </Stack>
      <Stack gap={3} className={styles.column}>
        <AppearanceCard snapshotId={snapshotId} view={view} />
        <VoiceCard snapshotId={snapshotId} view={view} />
        <ChecksPanel snapshotId={snapshotId} />
        <LibraryTools conversationId={conversationId} />
      </Stack>
    </section>
  )
}
