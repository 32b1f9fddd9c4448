import { describe, expect, it } from 'vitest'
import { conversationFields } from '../../../src/shared/conversation/fields.ts'
import en from '../../../src/renderer/i18n/en/conversations.json'
import zhCn from '../../../src/renderer/i18n/zh-CN/conversations.json'

function at(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    tree,
  )
}

describe.each([
  ['en', en],
  ['zh-CN', zhCn],
])('texts of the viewer in %s', (_language, text) => {
  it('has a label for every field of the contract', () => {
    for (const { field } of conversationFields) {
      expect(at(text, ['field', field.replaceAll('.', '/')]), field).toEqual(expect.any(String))
    }
  })

  it('has a text for every documented meaning', () => {
    for (const { code } of conversationFields) {
      if (code?.kind !== 'documented') continue
      for (const key of Object.values(code.meanings)) {
        expect(at(text, ['meaning', ...key.split('.')]), key).toEqual(expect.any(String))
      }
    }
  })
})
