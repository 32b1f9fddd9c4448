import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SnapshotId } from '../../../../shared/ids.ts'
import { limits } from '../../../../shared/model/limits.ts'
import type { SnapshotSummary } from '../../../../shared/schemas/conversation.ts'
import type { LibraryHit } from '../../../../shared/schemas/library.ts'
import { failureOf } from '../../../api/call.ts'
import { read } from '../../../api/queries.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { QueryFailure } from '../../../failures/query-failure.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './compare.module.css'

export interface ConversationTabProps {
  readonly here: SnapshotSummary
  readonly onChoose: (snapshotId: SnapshotId) => void
}

// Without a snapshot it is an id that was only imported or favoured.
type Found = Pick<LibraryHit, 'conversationId' | 'name' | 'snapshotId'>

const maxFound = 50

function useFound(search: string, hereId: string) {
  const library = useQuery({ ...read('library.list', { show: 'all', tag: null }), enabled: search === '' })
  const hits = useQuery({ ...read('library.search', { search }), enabled: search !== '' })
  const recent = (library.data?.entries ?? []).map(({ conversationId, name, newestSnapshotId }) => ({
    conversationId,
    name,
    snapshotId: newestSnapshotId,
  }))
  const found: readonly Found[] = search === '' ? recent : (hits.data?.hits ?? [])
  return {
    query: search === '' ? library : hits,
    found: found.filter(({ conversationId }) => conversationId !== hereId).slice(0, maxFound),
  }
}

function Row({ found, onChoose }: { readonly found: Found; readonly onChoose: (found: Found) => void }) {
  const { t } = useTranslation('compare')
  return (
    <li>
      <PlainButton
        className={styles.choice}
        onClick={() => {
          onChoose(found)
        }}
      >
        <ShownText text={found.name === null || found.name === '' ? t('unnamed') : found.name} />
        <small>
          <code>{found.conversationId}</code>
        </small>
      </PlainButton>
    </li>
  )
}

/** Another conversation: one of the library, or an id that is fetched now. */
export function ConversationTab({ here, onChoose }: ConversationTabProps) {
  const { t } = useTranslation('compare')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const { query, found } = useFound(search, here.conversationId)
  const fetchConversation = useCommand('conversation.fetch')
  const fetchNow = (conversationId: string): void => {
    if (fetchConversation.isPending) return
    // Not called any more once the dialog was left: a late answer opens nothing over what is read by then.
    fetchConversation.mutate({ conversationId }, ({ id }) => {
      onChoose(id)
    })
  }
  const choose = ({ conversationId, snapshotId }: Found): void => {
    if (snapshotId !== null) onChoose(snapshotId)
    else fetchNow(conversationId)
  }
  const id = typed.trim()
  const isId = /^\S{1,128}$/.test(id) && id !== here.conversationId
  return (
    <>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          if (isId) fetchNow(id)
        }}
      >
        <Field label={t('searchLabel')}>
          <TextInput
            value={typed}
            maxLength={limits.searchInConversations}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
            }}
          />
        </Field>
        <Button type="submit" busy={fetchConversation.isPending} disabled={!isId}>
          {t('read')}
        </Button>
      </form>
      {fetchConversation.error !== null && (
        <ErrorNotice
          failure={failureOf(fetchConversation.error)}
          about={fetchConversation.input?.conversationId ?? ''}
        />
      )}
      <QueryFailure query={query} />
      {query.isSuccess && found.length === 0 && (
        <Text as="p" tone="soft">
          {t(search === '' ? 'noOthers' : 'noneFound')}
        </Text>
      )}
      {found.length > 0 && (
        <ul className={styles.choices} aria-label={t('way.other')}>
          {found.map((one) => (
            <Row key={one.conversationId} found={one} onChoose={choose} />
          ))}
        </ul>
      )}
    </>
  )
}
