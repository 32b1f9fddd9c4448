import { BookOpen, Plus } from 'lucide-react'
import { useDeferredValue, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { useLibrarySearch } from '../../../state/library-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ImportIdsDialog } from './import-ids-dialog.tsx'
import { Entries } from './entries.tsx'
import { Filters } from './filters.tsx'
import { Hits } from './hits.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import styles from './library.module.css'
import { openTarget } from './open-entry.ts'
import type { Target } from './open-entry.ts'
import { ImportProgress } from './import-progress.tsx'
import { SearchField } from './search-field.tsx'

export interface LibraryProps {
  readonly profileId: ProfileId
}

interface ContentProps extends LibraryProps {
  readonly onOpen: (target: Target) => void
  readonly onAdd: () => void
}

function Content({ profileId, onOpen, onAdd }: ContentProps) {
  const { t } = useTranslation('library')
  const typed = useLibrarySearch(profileId)
  const search = useDeferredValue(typed.trim())
  return (
    <>
      <Stack gap={2} className={styles.head}>
        <Row gap={1} align="stretch" className={styles.search}>
          <SearchField profileId={profileId} onOpen={onOpen} />
          <Button icon={<Plus aria-hidden />} aria-label={t('add.open')} title={t('add.open')} onClick={onAdd} />
        </Row>
        {search === '' && <Filters profileId={profileId} />}
        <ImportProgress />
      </Stack>
      {search === '' ? (
        <Entries profileId={profileId} onOpen={onOpen} onAdd={onAdd} />
      ) : (
        <Hits profileId={profileId} search={search} onOpen={onOpen} />
      )}
    </>
  )
}

/**
 * Every conversation fetched with this profile, from its snapshots alone. A column; in a narrow window a panel over the
 * viewer, opened by its button.
 */
export function Library({ profileId }: LibraryProps) {
  const { t } = useTranslation('library')
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  return (
    <>
      {/* Escape closes the panel from anywhere in it; it is no control of its own. */}
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- see above */}
      <div
        className={styles.library}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || event.defaultPrevented || !isOpen) return
          setOpen(false)
          toggle.current?.focus()
        }}
      >
        <div className={styles.toggle}>
          <Button
            ref={toggle}
            icon={<BookOpen aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => {
              setOpen(!isOpen)
            }}
          >
            {t('title')}
          </Button>
        </div>
        <section id={panelId} aria-label={t('title')} className={cx(styles.panel, isOpen && styles.open)}>
          <Content
            profileId={profileId}
            onOpen={(target) => {
              setOpen(false)
              openTarget(profileId, target)
            }}
            onAdd={() => {
              setAdding(true)
            }}
          />
        </section>
      </div>
      {isAdding && (
        <ImportIdsDialog
          onClose={() => {
            setAdding(false)
          }}
        />
      )}
    </>
  )
}
