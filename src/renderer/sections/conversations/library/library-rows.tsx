import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
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
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts'
import { useShownSummary } from '../shown-conversation.ts'
import { ShownCharacters } from '../values/shown-text.tsx'
import styles from './library.module.css'

interface LibraryRowProps extends Omit<Parameters<typeof PlainButton>[0], 'onClick'> {
  /** Its name, and its newest snapshot, if it was read. */
  readonly of: Target & Pick<LibraryHit, 'name'>
  readonly onOpen: (target: Target) => void
}

function LibraryRow({ of, onOpen, children, ...button }: LibraryRowProps) {
  const { t } = useTranslation('conversations')
  const { conversationId, name, snapshotId } = of
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
      className={styles.row}
      title={conversationId}
      onContextMenu={rowMenu(menu)}
      onClick={() => onOpen(of)}
    >
      {/* In its own direction, so that its end is what is left out. */}
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
  readonly of: (item: Item) => LibraryRowProps['of']
  /** Height of a row that was never on screen, in pixels. */
  readonly estimatedHeight: number
  readonly onOpen: (target: Target) => void
  readonly children: (item: Item) => ReactNode
}

// A short list is drawn whole: it is there at once when the panel of a narrow window opens.
const wholeUpTo = 100

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Rows of any number in a scrolling box of their own. One is in the order of tabs; the arrows go on from there. */
export function LibraryRows<Item>(props: LibraryRowsProps<Item>) {
  const { label, items, of, estimatedHeight, onOpen, children } = props
  const current = useShownSummary()?.conversationId
  const list = useRef<HTMLUListElement>(null)
  const requested = useRef<number | null>(null)
  // By its id: other rows come and go around it, and it may be moved itself.
  const [chosen, choose] = useState('')
  const keys = items.map((item) => of(item).conversationId)
  const pinned = Math.max(
    0,
    keys.findIndex((key) => key === chosen),
  )
  const rows = useVirtualRows({ body: list, keys, estimatedHeight, pinned, wholeUpTo })
  const { indexes } = rows
  // Before it is chosen and when it is gone the first, or the list could not be reached by keys.
  const active = indexes.includes(pinned) ? pinned : indexes[0]

  const focusRequested = (): void => {
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${String(requested.current)}"]`)
    if (row === null || row === undefined) return
    requested.current = null
    row.focus()
  }
  // A row that was not drawn yet takes the focus when it is.
  useEffect(focusRequested)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = step(active ?? 0, items.length - 1)
    requested.current = next
    if (!indexes.includes(next)) rows.scrollTo(next)
    focusRequested()
  }
  const row = (index: number, place: number, item: Item): ReactNode => {
    const conversation = of(item)
    return (
      <li
        key={conversation.conversationId}
        ref={rows.measure}
        data-index={index}
        aria-setsize={items.length}
        aria-posinset={index + 1}
        className={styles.item}
        style={{ marginTop: place > 0 ? rows.gapBefore(place) : undefined }}
      >
        <TabStop value={index === active}>
          <LibraryRow
            of={conversation}
            data-row={index}
            aria-current={conversation.conversationId === current ? 'true' : undefined}
            onFocus={() => choose(conversation.conversationId)}
            onOpen={onOpen}
          >
            {children(item)}
          </LibraryRow>
        </TabStop>
      </li>
    )
  }
  return (
    <div className={styles.box}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the buttons inside */}
      <ul
        ref={list}
        aria-label={label}
        style={{ paddingTop: rows.gapBefore(0), paddingBottom: rows.after }}
        onKeyDown={onKeyDown}
      >
        {indexes.map((index, place) => {
          const item = items[index]
          return item === undefined ? null : row(index, place, item)
        })}
      </ul>
    </div>
  )
}
