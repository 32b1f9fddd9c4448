import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { limits } from '../../../../shared/model/limits.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { QuietButton } from '../../../ui/button.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { isModalOpen } from '../../../ui/overlay-container.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useEscape, useWindowEvent } from '../../../ui/use-window-event.ts'
import { StepButtons } from './step-buttons.tsx'
import { findRanges, markRanges, scrollToRange } from './document-ranges.ts'
import type { DocumentRange } from './document-ranges.ts'
import styles from './find.module.css'

const isFindKey = ({ key, ctrlKey, metaKey }: globalThis.KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'f'

/** Counts the requests to show a document's find bar, by its key or by `open`; 0 while the bar is closed. */
export function useFindBar() {
  // A request while the bar is open focuses the bar.
  const [requests, setRequests] = useState(0)
  const open = (): void => setRequests((count) => count + 1)
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || !isFindKey(event) || isModalOpen()) return
    event.preventDefault()
    open()
  })
  return { requests, open, close: () => setRequests(0) }
}

interface Found {
  readonly search: string
  readonly ranges: readonly DocumentRange[]
}

// While the document scrolls, each part that comes near the window changes the document.
const quietMs = 150

/** Finds a text in the document, and again when the document changes: a list shows more, a part is drawn in colour. */
function useFound(documentRef: RefObject<HTMLElement | null>, search: string): Found {
  const [found, setFound] = useState<Found>({ search: '', ranges: [] })
  useEffect(() => {
    const root = documentRef.current
    if (root === null) return undefined
    const find = (): void => setFound({ search, ranges: search === '' ? [] : findRanges(root, search) })
    let timer = 0
    const observer = new MutationObserver(() => {
      window.clearTimeout(timer)
      timer = window.setTimeout(find, quietMs)
    })
    find()
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      window.clearTimeout(timer)
    }
  }, [documentRef, search])
  return found
}

/** Marks the ranges while the bar is open, and scrolls to the current range of a new search or after a step. */
function useShownRanges({ search, ranges }: Found, current: number, step: number): void {
  useEffect(() => {
    markRanges(ranges, current)
  }, [ranges, current])
  useEffect(() => () => markRanges([]), [])
  const scroll = useEffectEvent(() => {
    const range = ranges[current]
    if (range !== undefined) scrollToRange(range)
  })
  useEffect(() => scroll(), [search, step])
}

/** Focuses the field at each request, and selects its text. */
function useRequestedFocus(input: RefObject<HTMLInputElement | null>, request: number): void {
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [input, request])
}

interface FindBarProps {
  /** The document. */
  readonly documentRef: RefObject<HTMLElement | null>
  /** A new number for each request, from 1. */
  readonly request: number
  readonly onClose: () => void
}

/**
 * Finds text in the document on screen: shows how often it occurs and which place is shown, and steps to the next
 * place.
 */
export function FindBar({ documentRef, request, onClose }: FindBarProps) {
  const { t, format } = useTexts(['conversations', 'common'])
  const [typed, setTyped] = useState('')
  // Counts up and down without end; the index is the remainder.
  const [step, setStep] = useState(0)
  const found = useFound(documentRef, typed)
  const { length: count } = found.ranges
  const current = count === 0 ? -1 : ((step % count) + count) % count
  useShownRanges(found, current, step)
  const [opener] = useState(() => document.activeElement)
  const input = useRef<HTMLInputElement>(null)
  const close = (): void => {
    const range = found.ranges[current]
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    // Selected, so that the range can be copied and Tab continues there.
    if (range?.endContainer.isConnected === true) {
      const { startContainer, startOffset, endContainer, endOffset } = range
      getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset)
    }
    onClose()
  }
  useRequestedFocus(input, request)
  useEscape(close)
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.key !== 'F3' || isModalOpen()) return
    event.preventDefault()
    setStep(step + (event.shiftKey ? -1 : 1))
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      setStep(step + (event.shiftKey ? -1 : 1))
    }
  }
  const positionText = t('find.place', { place: format.number(current + 1), total: format.number(count) })
  const result = count === 0 ? t('noMatches') : positionText
  return (
    <Row gap={1} role="search" aria-label={t('find.label')} className={styles.bar}>
      <SearchBox
        ref={input}
        label={t('find.label')}
        maxLength={limits.searchInConversations}
        value={typed}
        onType={(next) => {
          setTyped(next)
          setStep(0)
        }}
        onKeyDown={onKeyDown}
      />
      <Text role="status" font="secondary" tone="soft" tabular className={styles.count}>
        {/* The result of the previous text is not valid for the new text. */}
        {found.search !== '' && found.search === typed && result}
      </Text>
      <StepButtons canStep={count > 0} onStep={(offset) => setStep(step + offset)} />
      <QuietButton Icon={X} name={t('common:close')} onClick={close} />
    </Row>
  )
}
