/** Warns when a typed id belongs to a different kind of item than requested, before it is read, closed or paid. */
import { useQuery } from '@tanstack/react-query'
import type { RecognisedId } from '../../shared/schemas/inbox.ts'
import { read } from '../api/queries.ts'
import { queryClient } from '../api/query-client.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from '../ui/button.tsx'
import { Row } from '../ui/layout.tsx'

type IdKind = RecognisedId['kind']

// A shorter text is a search, or an id that is still being typed.
const minLength = 3
// The longest id that main accepts.
const maxLength = 256

const question = (id: string) => ({
  ...read('inbox.recognise', { id }),
  // Not cached: jobs and sessions change, and main answers immediately.
  staleTime: 0,
  gcTime: 0,
})

function mismatchIn(found: readonly RecognisedId[], expectedKind: IdKind): RecognisedId | null {
  return found.some(({ kind }) => kind === expectedKind) ? null : (found[0] ?? null)
}

const isRecognisable = (id: string): boolean => id !== '' && id.length <= maxLength
const isAskable = (id: string): boolean => isRecognisable(id) && id.length >= minLength && !/\s/.test(id)

/** The different kind under which the id is known; null when the id fits or is unknown. */
function useOtherKind(id: string, expectedKind: IdKind): RecognisedId | null {
  const found = useQuery({ ...question(id), enabled: isAskable(id) }).data
  return found === undefined ? null : mismatchIn(found, expectedKind)
}

/** Like `useOtherKind`, but asks main now, for an id that is about to be used. */
export async function findOtherKind(id: string, expectedKind: IdKind): Promise<RecognisedId | null> {
  if (!isAskable(id)) return null
  // An unreadable database must not prevent a request to the service.
  const [recognised] = await Promise.allSettled([queryClient.query(question(id))])
  return recognised.status === 'fulfilled' ? mismatchIn(recognised.value, expectedKind) : null
}

/** True when the id is known as that kind, whatever its form; false until main has answered. */
export function useIsKnownAs(id: string, expectedKind: IdKind): boolean {
  const found = useQuery({ ...question(id), enabled: isRecognisable(id) }).data
  return found?.some(({ kind }) => kind === expectedKind) === true
}

/** Like `useIsKnownAs`, but asks main now. */
export async function isKnownAs(id: string, expectedKind: IdKind): Promise<boolean> {
  if (!isRecognisable(id)) return false
  const [recognised] = await Promise.allSettled([queryClient.query(question(id))])
  return recognised.status === 'fulfilled' && recognised.value.some(({ kind }) => kind === expectedKind)
}

interface IdKindNoteProps {
  readonly id: string
  readonly expectedKind: IdKind
  /** Uses the conversation of a task instead of the task. */
  readonly onUse?: (id: string) => void
}

export function IdKindNote({ id, expectedKind, onUse }: IdKindNoteProps) {
  const { t } = useTexts('common')
  const other = useOtherKind(id, expectedKind)
  if (other === null) return null
  const name = other.name === '' ? t('idKind.unnamed') : other.name
  const conversationId = other.kind === 'task' && expectedKind === 'conversation' ? other.conversationId : null
  return (
    <Row as="span" gap={2} wrap role="status" font="secondary" tone="warn">
      {conversationId === null
        ? t(`idKind.${other.kind}`, { name })
        : t('idKind.taskOfConversation', { name, conversationId })}
      {conversationId !== null && onUse !== undefined && (
        <Button size="small" onClick={() => onUse(conversationId)}>
          {t('idKind.use')}
        </Button>
      )}
    </Row>
  )
}
