import { useTranslation } from 'react-i18next'
import { needsConversation } from '../../../../shared/model/creation-template.ts'
import type { CreationFields, CreationTicket } from '../../../../shared/schemas/avatar.ts'
import { useOpenProfile } from '../../../api/use-app-state.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { nameOf, useConversations } from '../fields/use-conversations.ts'
import type { CreationRequest } from './use-creation.ts'
import { useNames } from './use-names.ts'

export interface CreationFactsProps {
  readonly ticket: CreationTicket
  readonly request: CreationRequest
  /** Fields of drafts without custom ones. */
  readonly shared: CreationFields
}

/** The conversation that is sent; a profile may send images without one. */
function Conversation({ ticket, id }: Pick<CreationFactsProps, 'ticket'> & { readonly id: string }) {
  const { t } = useTranslation('avatars')
  const rules = useOpenProfile()?.profile.creation
  const name = nameOf(useConversations(), id)
  if (rules !== undefined && !ticket.items.some(({ image }) => needsConversation(image !== null, rules)))
    return t('confirm.notSent')
  return (
    <>
      {name} <code>{id}</code>
    </>
  )
}

/** What a creation is made with, and what is left out of it. */
export function CreationFacts({ ticket, request, shared }: CreationFactsProps) {
  const { t } = useTranslation('avatars')
  const format = useFormat()
  const listOf = useNames()
  const { items, queued, floor } = ticket
  const { voice, conversationId, language } = request.kind === 'job' ? request.job.fields : shared
  const [drafts, leftOut] = request.kind === 'drafts' ? [request.drafts, request.leftOut] : [[], []]
  const custom = drafts.filter((draft) => Object.keys(draft.overrides).length > 0).length
  const withoutImage = items.filter(({ image }) => image === null).length
  return (
    <DescriptionList
      framed
      items={[
        { label: t('confirm.profile'), value: useOpenProfile()?.profile.name },
        { label: t('confirm.names', { count: items.length }), value: listOf(items.map(({ name }) => name)) },
        { label: t('fields.voice'), value: voice },
        { label: t('confirm.conversation'), value: <Conversation ticket={ticket} id={conversationId} /> },
        { label: t('fields.language'), value: language === '' ? 'English' : language },
        custom > 0 && { label: t('drafts.ownFields'), value: t('confirm.custom', { count: custom }) },
        withoutImage > 0 && { label: t('drafts.withoutTitle'), value: t('confirm.mayBeFree', { count: withoutImage }) },
        queued > 0 && { label: t('confirm.queue'), value: t('confirm.alsoQueued', { count: queued }) },
        floor > 0 && { label: t('confirm.kept'), value: t('confirm.floor', { floor: format.number(floor) }) },
        leftOut.length > 0 && {
          label: t('confirm.notCreated'),
          value: t('confirm.stay', { count: leftOut.length, names: listOf(leftOut.map(({ fileName }) => fileName)) }),
        },
      ]}
    />
  )
}
