import { useTranslation } from 'react-i18next'
import type { FieldGroup, ItemsPage, ScriptKind } from '../../../../shared/model/conversation-view.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { PlayButton } from '../media/players.tsx'
import { showSection } from '../section-links.tsx'
import { useKindText } from '../field-text.ts'
import { ShownText } from '../values/shown-text.tsx'
import { CardHead } from './card-head.tsx'
import { rowOf, textOf, useFirstItems } from './use-first-items.ts'
import type { OfSnapshot } from './use-first-items.ts'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './summary.module.css'

/** A type of script, with the first script of it. */
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

interface ScriptTextProps {
  readonly script: FieldGroup | undefined
}

function ScriptText({ script }: ScriptTextProps) {
  const { t } = useTranslation('conversations')
  const text = textOf(rowOf(script, 'scriptDtoList.scriptContent')?.value)
  return text === null || text === '' ? (
    <span className={styles.none}>{t('summary.noText')}</span>
  ) : (
    <ShownText text={text} />
  )
}

interface PlayProps extends ScriptTextProps {
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
export function OpeningCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const page = useFirstItems(of, 'scriptDtoList')
  const opening = page && firstOfKinds(page).find(isOpening)
  return (
    <div className={styles.opening}>
      <Play snapshotId={of.snapshotId} script={opening?.script} what={t('meaning.scriptType.openingLine')} />
      <div>
        <p>{t('summary.opening')}</p>
        <p className={styles.said}>
          {opening === undefined ? (
            <span className={styles.none}>{t('summary.noOpening')}</span>
          ) : (
            <ScriptText script={opening.script} />
          )}
        </p>
      </div>
    </div>
  )
}

/** Each type of script with the first of it. */
export function ScriptsCard(of: OfSnapshot) {
  const { t } = useTranslation('conversations')
  const format = useFormat()
  const text = useKindText()
  const page = useFirstItems(of, 'scriptDtoList')
  const total = page?.total ?? 0
  const kinds = page === undefined ? [] : firstOfKinds(page)
  return (
    <div className={styles.card}>
      <CardHead
        title={t('heading.scripts')}
        sub={t('summary.types', { count: kinds.length, number: format.number(kinds.length) })}
        action={
          total > 0 && (
            <Button
              tone="quiet"
              size="small"
              onClick={() => {
                showSection('scripts')
              }}
            >
              {t('summary.allScripts', { count: total, number: format.number(total) })}
            </Button>
          )
        }
      />
      {kinds.map(({ kind, script }) => (
        <div key={kind.type ?? ''} className={styles.script}>
          <Play snapshotId={of.snapshotId} script={script} what={text(kind)} />
          <span className={styles.kind}>{text(kind)}</span>
          <span className={styles.line}>
            <ScriptText script={script} />
          </span>
          <Text font="secondary" tone="soft">
            {kind.count > 1 && t('summary.more', { number: format.number(kind.count - 1) })}
          </Text>
        </div>
      ))}
    </div>
  )
}
