import { useState } from 'react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LibraryHit } from '../../../../shared/schemas/library.ts'
import { indentJson } from '../../../../shared/model/json-text.ts'
import { call } from '../../../api/call.ts'
import type { Target } from '../../../state/open-conversation.ts'
import { useCopyItems } from '../../../state/use-copy-items.ts'
import { Text } from '../../../ui/layout.tsx'
import type { MenuItem } from '../../../ui/menu-popup.tsx'
import { PlainButton } from '../../../ui/button.tsx'
import { rowMenu } from '../../../ui/row-menu.ts'
import { shortId } from '../../../ui/short-id.tsx'
import { TabStop } from '../../../ui/tab-stop.ts'
import { useShownSummary } from '../shown-conversation.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './library.module.css'

/** A conversation by its id, with its name and the snapshot that a click opens; null when none was read. */
type RowConversation = Target & Pick<LibraryHit, 'name'>

interface LibraryRowProps extends Pick<ComponentProps<'button'>, 'aria-current' | 'onFocus' | 'children'> {
  readonly conversation: RowConversation
  readonly onOpen: (target: Target) => void
}

function LibraryRow({ conversation, onOpen, children, ...button }: LibraryRowProps) {
  const { t } = useTranslation('conversations')
  const { conversationId, name, snapshotId } = conversation
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
    <PlainButton
      {...button}
      data-row
      className={styles.row}
      title={conversationId}
      onContextMenu={rowMenu(menu)}
      onClick={() => onOpen(conversation)}
    >
      {/* `bdi` gives the name its own direction, so that a long name loses its end and not its beginning. */}
      <Text as="bdi" truncate>
        {name === null || name === '' ? (
          <code aria-hidden>{shortId(conversationId)}</code>
        ) : (
          <ShownCharacters text={name} />
        )}
      </Text>
      {/* Screen readers hear the whole id too. */}
      <span className="visually-hidden">{conversationId}</span>
      {children}
    </PlainButton>
  )
}

interface LibraryRowsProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly conversationOf: (item: Item) => RowConversation
  readonly onOpen: (target: Target) => void
  /** Draws what a row says beside the name. */
  readonly children: (item: Item) => ReactNode
}

const nextRow: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const next = nextRow[event.key]
  if (next === undefined) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  rows[
    next(
      rows.findIndex((row) => row === document.activeElement),
      rows.length - 1,
    )
  ]?.focus()
}

/** A list of conversations. Tab goes to one row; arrows, Home and End move from there. */
export function LibraryRows<Item>({ label, items, conversationOf, onOpen, children }: LibraryRowsProps<Item>) {
  const shownId = useShownSummary()?.conversationId
  const [focusedId, setFocusedId] = useState('')
  const ids = items.map((item) => conversationOf(item).conversationId)
  // Before a row has had the focus, and after that row was removed, Tab goes to the first row.
  const tabStop = ids.find((id) => id === focusedId) ?? ids[0]
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the buttons inside
    <ul aria-label={label} onKeyDown={moveFocus}>
      {items.map((item) => {
        const conversation = conversationOf(item)
        const { conversationId } = conversation
        return (
          <li key={conversationId} className={styles.item}>
            <TabStop value={conversationId === tabStop}>
              <LibraryRow
                conversation={conversation}
                aria-current={conversationId === shownId ? 'true' : undefined}
                onFocus={() => setFocusedId(conversationId)}
                onOpen={onOpen}
              >
                {children(item)}
              </LibraryRow>
            </TabStop>
          </li>
        )
      })}
    </ul>
  )
}
