import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  ConversationList,
  ConversationView,
  FieldGroup,
  FieldRow,
  FieldValue,
  ItemsPage,
  ScriptKind,
} from '../../../shared/model/conversation-view.ts'
import { read } from '../../api/queries.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { AppearanceCard } from './appearance/appearance-card.tsx'
import type { OfSnapshot } from './appearance/use-drawing.ts'
import { ChecksPanel } from './checks/checks-panel.tsx'
import { useKindText } from './field-text.ts'
import { LibraryTools } from './library/library-tools.tsx'
import { PlayButton } from './media/players.tsx'
import { itemsPage, scrollToField, showSection } from './scroll-to-field.ts'
import { ShownText } from './values/shown-text.tsx'
import { variablesIn } from './values/text-lines.ts'
import { PromptText } from './values/text-viewer.tsx'
import { isTruncated } from './values/field-rows.tsx'
import styles from './conversations.module.css'

/** The first page of a list, as its section reads it; undefined until it is there, or where no list came. */
function useFirstItems({ snapshotId, view }: OfSnapshot, list: ConversationList): ItemsPage | undefined {
  const isThere = view.sections.some((section) => section.list?.name === list)
  return useQuery({
    ...read('conversation.items', { snapshotId, list, search: '', from: 0, count: itemsPage }),
    enabled: isThere,
  }).data
}

/** A field of an item by its path in the contract, such as `scriptDtoList.scriptContent`. */
function rowOf(group: FieldGroup | undefined, field: string): FieldRow | undefined {
  return group?.rows.find((row) => row.field === field)
}

/** A field of the conversation itself by its path in the contract, such as `detailDto.ttsName`. */
function fieldOf({ sections }: ConversationView, field: string): FieldRow | undefined {
  return sections.flatMap(({ rows }) => rows).find((row) => row.field === field)
}

/** The text or the digits of a value; null where there are none. */
function textOf(value: FieldValue | undefined): string | null {
  return value?.kind === 'text' || value?.kind === 'number' ? value.text : null
}

interface CardProps {
  /** No heading: those are the viewer's own, each of which is there once. */
  readonly title: string
  readonly sub: ReactNode
  readonly action: { readonly label: string; readonly onClick: () => void } | null
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
        {action !== null && (
          <Button tone="quiet" size="small" onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </Row>
      {children}
    </div>
  )
}

function VoiceCard({ snapshotId, view }: OfSnapshot) {
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
    <Row className={cx(styles.card, styles.voice)}>
      {sample?.media && <PlayButton snapshotId={snapshotId} row={sample} what={t('heading.voice')} />}
      <Text as="b" truncate>
        <ShownText text={valueOf('detailDto.ttsName') ?? t('summary.noVoice')} />
      </Text>
      <Text tone="soft">
        <ShownText text={facts.join(' · ')} />
      </Text>
    </Row>
  )
}

/** The beginning of the first language model's prompt, its variables marked, and the way to all of it. */
function PromptCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const { number } = useFormat()
  const row = rowOf(useFirstItems(of, 'modelDtoList')?.items[0], 'modelDtoList.prompt')
  const text = textOf(row?.value) ?? ''
  const lineCount = text.split('\n').length
  const variableCount = new Set(variablesIn(text).map(({ name }) => name)).size
  const isWhole = row !== undefined && !isTruncated(row.value)
  const lines = t('prompt.lines', { count: lineCount, number: number(lineCount) })
  const variables = t('summary.variables', { count: variableCount, number: number(variableCount) })
  const showWhole = (): void => {
    if (row !== undefined) scrollToField(row.path)
  }
  return (
    <Card
      title={t('prompt.label')}
      sub={isWhole && text !== '' && `${lines} · ${variables}`}
      action={text === '' ? null : { label: t('summary.wholePrompt'), onClick: showWhole }}
    >
      {text === '' ? (
        <Text as="p" tone="faint">
          {t('summary.noPrompt')}
        </Text>
      ) : (
        <p className={cx(styles.beginning, styles.promptStart)}>
          <PromptText text={text} />
        </p>
      )}
    </Card>
  )
}

interface FirstOfKind {
  readonly kind: ScriptKind
  readonly script: FieldGroup | undefined
}

/** The types that came, each with its first script as far as the page reaches. */
function firstOfKinds({ kinds, items }: ItemsPage): readonly FirstOfKind[] {
  let place = 0
  return kinds
    .filter(({ count }) => count > 0)
    .map((kind) => {
      const script = items[place]
      place += kind.count
      return { kind, script }
    })
}

const isOpening = ({ kind: { meaning } }: FirstOfKind): boolean =>
  meaning.kind === 'documented' && meaning.key === 'scriptType.openingLine'

function ScriptText({ script }: Pick<FirstOfKind, 'script'>) {
  const { t } = useTranslation('conversations')
  const text = textOf(rowOf(script, 'scriptDtoList.scriptContent')?.value)
  return text === null || text === '' ? (
    <Text font="body" tone="faint">
      {t('summary.noText')}
    </Text>
  ) : (
    <ShownText text={text} />
  )
}

interface PlayProps extends Pick<FirstOfKind, 'script'> {
  readonly snapshotId: string
  readonly what: string
}

/** Plays a script's audio; empty where none came. */
function Play({ snapshotId, script, what }: PlayProps) {
  const audio = rowOf(script, 'scriptDtoList.ttsContent')
  return (
    <span className={styles.play}>
      {audio?.media && <PlayButton snapshotId={snapshotId} row={audio} what={what} />}
    </span>
  )
}

/** The first thing that a caller hears. */
function OpeningCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const page = useFirstItems(of, 'scriptDtoList')
  const opening = page && firstOfKinds(page).find(isOpening)
  return (
    <div className={cx(styles.card, styles.opening)}>
      <Play snapshotId={of.snapshotId} script={opening?.script} what={t('meaning.scriptType.openingLine')} />
      <div>
        <Text as="p" font="secondary" tone="soft" className={styles.capital}>
          {t('meaning.scriptType.openingLine')}
        </Text>
        <Text as="p" font="card" className={styles.beginning}>
          {opening === undefined ? (
            <Text font="body" tone="faint">
              {t('summary.noOpening')}
            </Text>
          ) : (
            <ScriptText script={opening.script} />
          )}
        </Text>
      </div>
    </div>
  )
}

function ScriptsCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const text = useKindText()
  const page = useFirstItems(of, 'scriptDtoList')
  const total = page?.total ?? 0
  const kinds = page === undefined ? [] : firstOfKinds(page)
  const showAll = (): void => showSection('scripts')
  const all = t('summary.allScripts', { number: format.number(total) })
  return (
    <Card
      title={t('heading.scripts')}
      sub={t('summary.types', { count: kinds.length, number: format.number(kinds.length) })}
      action={total > 0 ? { label: all, onClick: showAll } : null}
    >
      {kinds.map(({ kind, script }) => (
        <div key={kind.type ?? ''} className={styles.scriptLine}>
          <Play snapshotId={of.snapshotId} script={script} what={text(kind)} />
          <Text tone="soft" truncate className={styles.capital}>
            {text(kind)}
          </Text>
          <Text truncate>
            <ScriptText script={script} />
          </Text>
          <Text font="secondary" tone="soft">
            {kind.count > 1 && t('summary.more', { number: format.number(kind.count - 1) })}
          </Text>
        </div>
      ))}
    </Card>
  )
}

/** What a conversation says, first, with how it looks and sounds, what the checks found and the operator's own notes. */
export function Summary({ conversationId, ...of }: OfSnapshot & { readonly conversationId: string }) {
  const { t } = useTranslation('conversations')
  return (
    <section className={styles.summary} aria-label={t('summary.title')}>
      <Stack gap={3} className={styles.column}>
        <OpeningCard {...of} />
        <PromptCard {...of} />
        <ScriptsCard {...of} />
      </Stack>
      <Stack gap={3} className={styles.column}>
        <AppearanceCard {...of} />
        <VoiceCard {...of} />
        <ChecksPanel snapshotId={of.snapshotId} />
        <LibraryTools conversationId={conversationId} />
      </Stack>
    </section>
  )
}
