import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationSection } from '../../../shared/model/conversation-view.ts'
import { PlainButton } from '../../ui/plain-button.tsx'
import { Row } from '../../ui/layout.tsx'
import styles from './conversations.module.css'

/** A heading of the viewer. */
export type ViewerPart = ConversationSection | 'raw'

const placeOf = (part: ViewerPart): HTMLElement | null => document.querySelector(`#part-${part}`)

/** Scrolls to a heading of the viewer, which takes the focus: read next by a screen reader, and where Tab goes on. */
export function showSection(part: ViewerPart): void {
  const place = placeOf(part)
  place?.scrollIntoView({ block: 'start' })
  place?.focus({ preventScroll: true })
}

// A little below the viewer's head: what is above has been read.
const readingBand = '-200px 0px -60% 0px'

/** The heading under which the page is read; the last one passed while none is in sight. */
function useCurrentPart(parts: readonly ViewerPart[]): ViewerPart | undefined {
  const [current, setCurrent] = useState(parts[0])
  useEffect(() => {
    const inSight = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target)
          else inSight.delete(target)
        }
        const first = parts.find((part) => [...inSight].some(({ id }) => id === `part-${part}`))
        if (first !== undefined) setCurrent(first)
      },
      { rootMargin: readingBand },
    )
    for (const part of parts) {
      const place = placeOf(part)
      if (place !== null) observer.observe(place)
    }
    return () => {
      observer.disconnect()
    }
  }, [parts])
  return current
}

export interface SectionLinksProps {
  readonly parts: readonly ViewerPart[]
}

/** The viewer's headings in a row; that of the place on screen is marked. */
export function SectionLinks({ parts }: SectionLinksProps) {
  const { t } = useTranslation('conversations')
  const current = useCurrentPart(parts)
  return (
    <Row as="nav" gap={5} align="stretch" className={styles.links} aria-label={t('parts')}>
      {parts.map((part) => (
        <PlainButton
          key={part}
          aria-current={part === current ? 'true' : undefined}
          onClick={() => {
            showSection(part)
          }}
        >
          {t(`heading.${part}`)}
        </PlainButton>
      ))}
    </Row>
  )
}
