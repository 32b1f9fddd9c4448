import { memo, useState } from 'react'
import type { ComponentType, KeyboardEvent } from 'react'
import type { ConversationId } from '../../../../shared/ids.ts'
import { indentJson } from '../../../../shared/model/json-text.ts'
import { shortId } from '../../../../shared/model/short-id.ts'
import { call } from '../../../api/call.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { Target } from '../../../state/open-conversation.ts'
import { useCopyItems } from '../../../state/use-copy-items.ts'
import { Text } from '../../../ui/layout.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { PlainButton } from '../../../ui/button.tsx'
import { focusFurther } from '../../../ui/focus.ts'
import { rowMenu } from '../../../ui/row-menu.ts'
import { TabStop } from '../../../ui/tab-stop.ts'
import { useShownSummary } from '../shown-conversation.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './library.module.css'

/** A conversation, with the snapshot that a click opens. */
interface Listed extends Target {
  readonly name: string | null
}

interface OfRows<Row extends Listed> {
  /** Drawn beside and below the name. */
  readonly Details: ComponentType<{ readonly row: Row }>
  readonly onOpen: (target: Target) => void
}

interface LibraryRowProps<Row extends Listed> extends OfRows<Row> {
  readonly row: Row
  readonly isShown: boolean
  readonly isTabStop: boolean
  readonly onFocus: (id: ConversationId) => void
}

function PlainRow<Row extends Listed>({ row, Details, isShown, isTabStop, onFocus, onOpen }: LibraryRowProps<Row>) {
  const { t } = useTexts('conversations')
  const { conversationId, name, snapshotId } = row
  const copy = useCopyItems()
  const id = copy.value(t('conversationIdentifier'), conversationId)
  const menu = (): readonly MenuItem[] =>
    snapshotId === null
      ? [id]
      : [
          id,
          copy.json(async ({ profileId }) =>
            indentJson((await call('conversation.read', { snapshotId }, profileId)).text),
          ),
          copy.curl(async ({ profileId }) => (await call('conversation.curl', { snapshotId }, profileId)).text),
        ]
  return (
    <li className={styles.item}>
      <TabStop value={isTabStop}>
        <PlainButton
          data-row
          aria-current={isShown ? 'true' : undefined}
          className={styles.row}
          title={conversationId}
          onContextMenu={rowMenu(menu)}
          onFocus={() => onFocus(conversationId)}
          onClick={() => onOpen(row)}
        >
          {/* `bdi` gives the name its own direction, so that a long name loses its end and not its beginning. */}
          <Text as="bdi" truncate>
            {name === null || name === '' ? (
              <code aria-hidden>{shortId(conversationId)}</code>
            ) : (
              <ShownCharacters text={name} />
            )}
          </Text>
          {/* Screen readers also read the whole id. */}
          <span className="visually-hidden">{conversationId}</span>
          <Details row={row} />
        </PlainButton>
      </TabStop>
    </li>
  )
}

// The props of every row keep their identity: an arrow key draws only the two rows between which the focus moves.
const LibraryRow = memo(PlainRow) as typeof PlainRow

interface LibraryRowsProps<Row extends Listed> extends OfRows<Row> {
  readonly label: string
  readonly rows: readonly Row[]
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const offset = steps[event.key]
  if (offset === undefined) return
  event.preventDefault()
  focusFurther([...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')], document.activeElement, offset)
}

/** A list of conversations. Tab goes to one row; arrows, Home and End move from there. */
export function LibraryRows<Row extends Listed>({ label, rows, Details, onOpen }: LibraryRowsProps<Row>) {
  const shownId = useShownSummary()?.conversationId
  const [focusedId, setFocusedId] = useState<ConversationId | null>(null)
  // Before a row has had the focus, and after that row was removed, Tab goes to the first row.
  const tabStop = (rows.find(({ conversationId }) => conversationId === focusedId) ?? rows[0])?.conversationId
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the buttons inside
    <ul aria-label={label} onKeyDown={moveFocus}>
      {rows.map((row) => (
        <LibraryRow
          key={row.conversationId}
          row={row}
          Details={Details}
          isShown={row.conversationId === shownId}
          isTabStop={row.conversationId === tabStop}
          onFocus={setFocusedId}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}
