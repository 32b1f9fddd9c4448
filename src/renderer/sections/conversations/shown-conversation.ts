import { queryOptions, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { readConversation } from '../../../shared/conversation/document.ts'
import type { ConversationDocument } from '../../../shared/conversation/document.ts'
import type { MediaAddresses } from '../../../shared/conversation/media.ts'
import type { OutputOf } from '../../../shared/contract.ts'
import type { KeptConversation, SnapshotSummary } from '../../../shared/schemas/conversation.ts'
import { read } from '../../api/queries.ts'
import { useSectionState } from '../../state/location-store.ts'

export interface OpenedConversation {
  readonly summary: SnapshotSummary
  readonly document: ConversationDocument
  readonly media: MediaAddresses
}

/** Parses an answer of main once, however many parts of the page show it. */
function parsedOnce<Answer extends object, Parsed extends object>(parse: (answer: Answer) => Parsed) {
  const parsedAnswers = new WeakMap<Answer, Parsed>()
  return (answer: Answer): Parsed => {
    const parsed = parsedAnswers.get(answer) ?? parse(answer)
    parsedAnswers.set(answer, parsed)
    return parsed
  }
}

const snapshotIn = parsedOnce(({ summary, text, media }: KeptConversation): OpenedConversation => ({
  summary,
  media,
  document: readConversation(text),
}))
const documentIn = parsedOnce(({ text }: OutputOf<'comparison.readFile'>) => readConversation(text))

/** A snapshot, parsed. */
export function openedSnapshot(snapshotId: string) {
  return queryOptions({ ...read('conversation.read', { snapshotId }), select: snapshotIn })
}

/** A file that was handed over for a comparison, parsed. */
export function openedFile(fileId: string) {
  return queryOptions({ ...read('comparison.readFile', { fileId }), select: documentIn })
}

/** The conversation in the viewer: the previous snapshot until the next snapshot is read. */
export const OpenedContext = createContext<OpenedConversation | null>(null)

export function useOpened(): OpenedConversation {
  const opened = use(OpenedContext)
  if (opened === null) throw new Error('a part of the viewer outside of it')
  return opened
}

export function useSnapshotId(): string {
  return useOpened().summary.id
}

/** The snapshot on screen; undefined without a snapshot. */
export function useShownSummary(): SnapshotSummary | undefined {
  const snapshotId = useSectionState('snapshotId')
  // The viewer’s own query, so that no further call is made.
  return useQuery({ ...openedSnapshot(snapshotId ?? ''), enabled: snapshotId !== null }).data?.summary
}
