/** Rules about what the avatar is: its language models, its voice and its name. */
import { isObject, memberOf, numberIn, textIn } from '../document.ts'
import { excerptOf, isBlank, occurrencesOf } from './subject.ts'
import type { Check, Found } from './subject.ts'

/** A language model has no prompt. */
export const emptyPrompt: Check = function* ({ data }): Generator<Found> {
  for (const { path, field, value, holder, number } of occurrencesOf(data, 'modelDtoList.prompt')) {
    if (isBlank(value)) yield { path, field, facts: { number, name: excerptOf(textIn(holder, 'largeName') ?? '') } }
  }
}

/** There is no language model. */
export const noModels: Check = function* ({ data }): Generator<Found> {
  const came = memberOf(data, 'modelDtoList')
  if (Array.isArray(came) && came.length > 0) return
  yield { path: 'data.modelDtoList', field: 'modelDtoList', facts: {} }
}

/** The voice's volume is 0. */
export const volumeZero: Check = function* ({ data }): Generator<Found> {
  if (numberIn(memberOf(data, 'detailDto'), 'ttsVolume') !== 0) return
  yield { path: 'data.detailDto.ttsVolume', field: 'detailDto.ttsVolume', facts: {} }
}

/** Name and nickname are both empty. */
export const unnamedPersona: Check = function* ({ data }): Generator<Found> {
  const info = memberOf(data, 'conversationInfoDto')
  if (!isBlank(memberOf(info, 'name')) || !isBlank(memberOf(info, 'nickName'))) return
  const field = isObject(info) ? 'conversationInfoDto.name' : 'conversationInfoDto'
  yield { path: `data.${field}`, field, facts: {} }
}
