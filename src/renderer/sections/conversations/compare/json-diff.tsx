import { Equal } from 'lucide-react'
import { memo, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { jsonChanges } from '../../../../shared/conversation/text-diff.ts'
import type { JsonChangeLine, JsonHunk } from '../../../../shared/conversation/text-diff.ts'
import { truncate } from '../../../../shared/model/truncate.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StepButtons } from '../find/step-buttons.tsx'
import { JsonText } from '../values/shown-text.tsx'
import styles from './compare.module.css'

const signs = { same: ' ', added: '+', removed: '−' }

// A longer line, such as an image written as text, shows its beginning.
const maxLineLength = 2_000

function JsonLine({ line: { kind, leftLine, rightLine, text } }: { readonly line: JsonChangeLine }) {
  return (
    <div className={styles.jsonRow} data-kind={kind}>
      <span className={styles.jsonNumber}>{leftLine}</span>
      <span className={styles.jsonNumber}>{rightLine}</span>
      <span className={styles.sign}>{signs[kind]}</span>
      <code className={styles.text}>
        <JsonText text={truncate(text, maxLineLength)} />
        {text.length > maxLineLength && '…'}
      </code>
    </div>
  )
}

const Hunk = memo(function Hunk({ hunk, isCurrent }: { readonly hunk: JsonHunk; readonly isCurrent: boolean }) {
  return (
    <div className={styles.hunk} data-current={isCurrent}>
      {hunk.map((line) => (
        <JsonLine key={`${String(line.leftLine)} ${String(line.rightLine)}`} line={line} />
      ))}
    </div>
  )
})

const maxLines = 3_000

/** The first hunks, up to `maxLines` lines; at least one hunk. */
function firstHunks(hunks: readonly JsonHunk[]): readonly JsonHunk[] {
  let lines = 0
  const end = hunks.findIndex((hunk, index) => (lines += hunk.length) > maxLines && index > 0)
  return end === -1 ? hunks : hunks.slice(0, end)
}

/** One unified difference of the indented JSON: changed lines with the lines around them. */
export function JsonDiff({ left, right }: { readonly left: string; readonly right: string }) {
  const { t, format } = useTexts('compare')
  const hunks = useMemo(() => jsonChanges(left, right), [left, right])
  const box = useRef<HTMLDivElement>(null)
  // The index of the shown hunk; -1 before the first step.
  const [at, setAt] = useState(-1)
  if (hunks === null) return <Note>{t('tooDifferent')}</Note>
  if (hunks.length === 0) return <EmptyState Icon={Equal} title={t('same')} />
  const shown = firstHunks(hunks)
  const step = (offset: 1 | -1): void => {
    const next = at === -1 ? (offset === 1 ? 0 : shown.length - 1) : (at + offset + shown.length) % shown.length
    setAt(next)
    const hunk = box.current?.children[next]
    // Centred, a long hunk would show only its middle.
    hunk?.scrollIntoView({ block: hunk.clientHeight > window.innerHeight / 2 ? 'start' : 'center' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'F7') return
    event.preventDefault()
    step(event.shiftKey ? -1 : 1)
  }
  return (
    // The keys work wherever the focus is inside; the buttons name them.
    <Stack gap={2} bounded onKeyDown={onKeyDown}>
      <Row gap={2} className={styles.steps}>
        <StepButtons keys={['Shift+F7', 'F7']} onStep={step} />
        <Text role="status" tone="soft">
          {at >= 0 && t('changePlace', { place: format.number(at + 1), all: format.number(shown.length) })}
        </Text>
      </Row>
      <Panel padded={false}>
        <div ref={box} role="region" aria-label={t('jsonRows')}>
          {shown.map((hunk, index) => (
            <Hunk
              key={`${String(hunk[0]?.leftLine)} ${String(hunk[0]?.rightLine)}`}
              hunk={hunk}
              isCurrent={index === at}
            />
          ))}
        </div>
        {shown.length < hunks.length && (
          <Note font="secondary" className={styles.note}>
            {t('more', { count: hunks.length - shown.length })}
          </Note>
        )}
      </Panel>
    </Stack>
  )
}
