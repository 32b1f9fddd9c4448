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
function Conversation({ ticket, ids }: Pick<CreationFactsProps, 'ticket'> & { readonly ids: readonly string[] }) {
  const { t } = useTranslation('avatars')
  const rules = useOpenProfile()?.profile.creation
  const listOf = useNames()
  const conversations = useConversations()
  if (rules !== undefined && !ticket.items.some(({ image }) => needsConversation(image !== null, rules)))
    return t('confirm.notSent')
  const [id = '', ...others] = ids
  const name = nameOf(conversations, id)
  if (others.length > 0) return listOf(ids)
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
  const [drafts, leftOut] = request.kind === 'drafts' ? [request.drafts, request.leftOut] : [[], []]
  const sent =
    request.kind === 'job' ? [request.job.fields] : drafts.map(({ overrides }) => ({ ...shared, ...overrides }))
  const each = (field: 'voice' | 'conversationId' | 'language'): readonly string[] => [
    ...new Set(sent.map((fields) => fields[field] ?? '')),
  ]
  const custom = drafts.filter((draft) => Object.keys(draft.overrides).length > 0).length
  const withoutImage = items.filter(({ image }) => image === null).length
  return (
    <DescriptionList
      framed
      items={[
        { label: t('confirm.profile'), value: useOpenProfile()?.profile.name },
        { label: t('confirm.names', { count: items.length }), value: listOf(items.map(({ name }) => name)) },
        { label: t('fields.voice'), value: listOf(each('voice')) },
        { label: t('confirm.conversation'), value: <Conversation ticket={ticket} ids={each('conversationId')} /> },
        {
          label: t('fields.language'),
          value: listOf(each('language').map((language) => (language === '' ? 'English' : language))),
        },
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
