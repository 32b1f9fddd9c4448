import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { itemsOf } from '../../../shared/conversation/items.ts'
import type {
  ConversationList,
  ConversationView,
  FieldRow,
  ListItems,
  ScriptKind,
} from '../../../shared/conversation/view-types.ts'
import { truncate } from '../../../shared/model/truncate.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { go } from '../../state/location-store.ts'
import { QuietButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note, Row, Stack, Text } from '../../ui/layout.tsx'
import { AppearanceCard } from './appearance/appearance-figure.tsx'
import { ChecksPanel } from './checks/checks-panel.tsx'
import { fieldIn, textOf, useKindText } from './field-text.ts'
import { groupsOf } from './items.tsx'
import { LibraryTools } from './library/library-tools.tsx'
import { PlayButton } from './media/players.tsx'
import { goToSection } from './go-to-field.ts'
import { useOpened } from './shown-conversation.ts'
import { PromptText } from './values/document-lines.tsx'
import { ShownText } from './values/shown-text.tsx'
import styles from './conversations.module.css'

interface OfView {
  readonly view: ConversationView
}

// A card shows a few lines of a text.
const maxCardText = 2_000

/** The items of a list, in the viewer's order. */
function useItems(list: ConversationList) {
  const { document, media } = useOpened()
  return useMemo(() => itemsOf(document, { list, search: '', media }), [document, list, media])
}

interface CardProps {
  /** Not a heading: only the viewer has headings, and each of them once. */
  readonly title: string
  readonly sub?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Card({ title, sub, action, children }: CardProps) {
  return (
    <div className={styles.card}>
      <Row gap={2} className={styles.cardHead}>
        <b>{title}</b>
        <Text tone="soft" truncate>
          {sub}
        </Text>
        {action}
      </Row>
      {children}
    </div>
  )
}

function VoiceCard({ view }: OfView) {
  const { t } = useTexts('conversations')
  const rows = view.sections.flatMap((section) => section.rows)
  const valueOf = (field: string): string | null => textOf(fieldIn(rows, field))
  const sample = fieldIn(rows, 'detailDto.ttsUrl')
  const [speed, pitch] = [valueOf('detailDto.ttsSpeedRate'), valueOf('detailDto.ttsPitch')]
  const facts = [
    speed !== null && `${t('field.detailDto/ttsSpeedRate')} ${speed}`,
    pitch !== null && `${t('field.detailDto/ttsPitch')} ${pitch}`,
    valueOf('language') ?? false,
  ].filter((fact) => fact !== false)
  return (
    <Row gap={3} className={styles.card}>
      {sample?.media && <PlayButton row={sample} what={t('heading.voice')} />}
      <Text as="b" truncate>
        <ShownText text={valueOf('detailDto.ttsName') ?? t('summary.noVoice')} />
      </Text>
      <Text tone="soft">
        <ShownText text={facts.join(' · ')} />
      </Text>
    </Row>
  )
}

function PromptCard() {
  const { t, format } = useTexts('conversations')
  const models = useItems('modelDtoList').items
  // The first model might not have a prompt.
  const row = models.map(({ rows }) => fieldIn(rows, 'modelDtoList.prompt')).find((prompt) => textOf(prompt) !== null)
  const text = textOf(row)
  const title = t('field.modelDtoList/prompt')
  if (row === undefined || text === null) {
    return (
      <Card title={title}>
        <Note tone="faint">{t('summary.noPrompt')}</Note>
      </Card>
    )
  }
  const count = text.split('\n').length
  return (
    <Card
      title={title}
      sub={t('prompt.lines', { count, number: format.number(count) })}
      action={
        <QuietButton onClick={() => go({ section: 'conversations', at: row.path })}>
          {t('summary.wholePrompt')}
        </QuietButton>
      }
    >
      <p className={cx(styles.beginning, styles.promptStart)}>
        <PromptText text={truncate(text, maxCardText)} />
      </p>
    </Card>
  )
}

interface FirstScript {
  readonly kind: ScriptKind
  /** Null for a script without text. */
  readonly text: string | null
  readonly audio: FieldRow | undefined
}

/** The first script of each received type. */
function firstScripts({ kinds, items }: ListItems): readonly FirstScript[] {
  return groupsOf(kinds).map(({ kind, first }) => {
    const rows = items[first]?.rows ?? []
    return {
      kind,
      text: textOf(fieldIn(rows, 'scriptDtoList.scriptContent')),
      audio: fieldIn(rows, 'scriptDtoList.ttsContent'),
    }
  })
}

function ScriptText({ text, none }: { readonly text: string | null; readonly none: string }) {
  if (text !== null) return <ShownText text={truncate(text, maxCardText)} />
  return (
    <Text font="body" tone="faint">
      {none}
    </Text>
  )
}

function Play({ audio, what }: { readonly audio: FieldRow | undefined; readonly what: string }) {
  return <span className={styles.play}>{audio?.media && <PlayButton row={audio} what={what} />}</span>
}

function OpeningCard({ scripts }: { readonly scripts: ListItems }) {
  const { t } = useTexts('conversations')
  const opening = firstScripts(scripts).find(
    ({ kind: { meaning } }) => meaning.kind === 'documented' && meaning.key === 'scriptType.openingLine',
  )
  const title = t('meaning.scriptType.openingLine')
  return (
    <Row gap={3} align="start" className={styles.card}>
      <Play audio={opening?.audio} what={title} />
      <Text as="div" grow>
        <Note font="secondary" className={styles.capital}>
          {title}
        </Note>
        <Text as="p" font="card" className={styles.beginning}>
          <ScriptText
            text={opening === undefined ? null : opening.text}
            none={t(opening === undefined ? 'scripts.missing' : 'summary.noText')}
          />
        </Text>
      </Text>
    </Row>
  )
}

function ScriptsCard({ scripts }: { readonly scripts: ListItems }) {
  const { t, format } = useTexts('conversations')
  const nameOf = useKindText()
  const { total } = scripts
  const all = total > 0 && (
    <QuietButton onClick={() => goToSection('scripts')}>
      {t('summary.allScripts', { number: format.number(total) })}
    </QuietButton>
  )
  return (
    <Card title={t('heading.scripts')} action={all}>
      {firstScripts(scripts).map(({ kind, text, audio }) => (
        <Row key={kind.type ?? ''} gap={3} className={styles.scriptLine}>
          <Play audio={audio} what={nameOf(kind)} />
          <Text tone="soft" truncate className={cx(styles.capital, styles.kind)}>
            {nameOf(kind)}
          </Text>
          <Text grow truncate>
            <ScriptText text={text} none={t('summary.noText')} />
          </Text>
          <Text font="secondary" tone="soft">
            {kind.count > 1 && `+${format.number(kind.count - 1)}`}
          </Text>
        </Row>
      ))}
    </Card>
  )
}

export function Summary({ conversationId, view }: OfView & { readonly conversationId: string }) {
  const { t } = useTexts('conversations')
  const scripts = useItems('scriptDtoList')
  return (
    <section className={styles.summary} aria-label={t('summary.title')}>
      <Stack gap={3} bounded className={styles.column}>
        <OpeningCard scripts={scripts} />
        <PromptCard />
        <ScriptsCard scripts={scripts} />
      </Stack>
      <Stack gap={3} bounded className={styles.column}>
        <AppearanceCard view={view} />
        <VoiceCard view={view} />
        <ChecksPanel />
        <LibraryTools conversationId={conversationId} />
      </Stack>
    </section>
  )
}
