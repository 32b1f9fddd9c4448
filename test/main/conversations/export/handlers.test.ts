import { describe, expect, it } from 'vitest'
import type { SaveFile } from '../../../../src/main/context/app-context.ts'
import { createExportHandlers } from '../../../../src/main/conversations/conversations.ts'
import { createSnapshots } from '../../../../src/main/conversations/snapshots.ts'
import type { Language } from '../../../../src/shared/model/language.ts'
import { createSnapshotsRepository } from '../../../../src/main/store/snapshots-repository.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { snapshotId } from '../../../../src/shared/schemas/ids.ts'
import { insertSnapshot } from '../../../support/add-snapshot.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'
import { savedText } from '../../../support/saved-text.ts'

const from = { windowId: 1 }
const id = snapshotId.parse('s1')

function setUp(body: string | Uint8Array, language: Language = 'en') {
  const stage = setStage()
  const { database, repositories, open } = stage
  insertSnapshot(database, body)
  const added = createSnapshotsRepository(database).get(profileOf().id, id) ?? expect.fail()
  const written: { readonly name: string; readonly contents: string | Uint8Array }[] = []
  const saveFile: SaveFile = (name, contents) => {
    written.push({ name, contents: contents instanceof Uint8Array ? contents : savedText(contents) })
    return Promise.resolve(name)
  }
  const snapshots = { ...repositories.snapshots, get: () => ({ ...added, name: 'Lobby: 大堂' }) }
  const context = { ...stage, repositories: { ...repositories, snapshots }, saveFile }
  const handlers = createExportHandlers(context, createSnapshots(context), () => language)
  const text = async (form: 'raw' | 'pretty' | 'markdown') => {
    await handlers['conversation.export']({ snapshotId: id, form }, from)
    return Buffer.from(written.at(-1)?.contents ?? '').toString('utf8')
  }
  return { handlers, written, text, open }
}

describe('raw JSON', () => {
  it.each([
    ['long numbers', '{"success":true,"data":{"id":1983775419508027393,"x":1.10,"y":-0,"z":1E400}}'],
    ['odd white space', ' {\r\n\t"success" :true ,\n"data":{ }  }\n\n'],
    ['escapes', String.raw`{"success":true,"data":{"a":"\u00e9\u202e\/\ud83d\ude00","b":"\ud800"}}`],
    ['signs that a lone reader would fold', '{"success":true,"data":{"a":"é e\u0301 \u2028"}}'],
  ])('keeps %s, byte for byte', async (_, body) => {
    const { written, text } = setUp(body)
    await text('raw')
    expect(written[0]?.name).toBe('Lobby 大堂 108.json')
    expect(Buffer.from(written[0]?.contents ?? '').equals(Buffer.from(body))).toBe(true)
  })

  it('keeps a byte order mark, and bytes that are not text', async () => {
    const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0xff, 0xfe, 0x00, 0x7d])
    const { written, text } = setUp(bytes)
    await text('raw')
    expect(Buffer.from(written[0]?.contents ?? '').equals(bytes)).toBe(true)
  })
})

describe('indented JSON', () =>
  it('changes only white space', async () => {
    const { text } = setUp(String.raw`{"success":true,"data":{"id":1983775419508027393,"a":"\u00e9 [1,2]"}}`)
    expect(await text('pretty')).toBe(
      String.raw`{
  "success": true,
  "data": {
    "id": 1983775419508027393,
    "a": "\u00e9 [1,2]"
  }
}`,
    )
  }))

describe('the export', () => {
  it('returns the name of the file, none when cancelled, and nothing of a different profile', async () => {
    const { handlers, open } = setUp('{"success":true,"data":{}}')
    const answer = await handlers['conversation.export']({ snapshotId: id, form: 'markdown' }, from)
    expect(contract['conversation.export'].output.parse(answer)).toEqual({ fileName: 'Lobby 大堂 108.md' })
    const curl = await handlers['conversation.curl']({ snapshotId: id }, from)
    expect(curl.text).toContain("--url 'https://service.example/openapi/v2/getConversationById'")
    open(null)
    await expect(handlers['conversation.export']({ snapshotId: id, form: 'raw' }, from)).rejects.toThrow('refused')
  })

  it('writes the report in the language of the operator', async () => {
    const { text } = setUp('{"success":true,"data":{}}', 'zh-CN')
    expect(await text('markdown')).toContain('## 话术')
  })
})
