import { truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCompareHandlers } from '../../../../src/main/conversations/compare/handlers.ts'
import type { Language } from '../../../../src/shared/model/language.ts'
import type { SaveFile } from '../../../../src/main/context/app-context.ts'
import { createHandedFiles } from '../../../../src/main/files/handed-files.ts'
import { createSnapshots } from '../../../../src/main/conversations/snapshots.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { FailureError } from '../../../../src/shared/failure.ts'
import type { ComparedSource } from '../../../../src/shared/schemas/conversation.ts'
import { changesOf } from '../../../../src/shared/conversation/changes.ts'
import { readConversation } from '../../../../src/shared/conversation/document.ts'
import type { ComparedFileId } from '../../../../src/shared/ids.ts'
import { conversationId, profileId } from '../../../../src/shared/schemas/ids.ts'
import { sampleConversation } from '../../../support/conversations.ts'
import { received } from '../../../support/received.ts'
import { savedText } from '../../../support/saved-text.ts'
import { profileOf, setStage } from '../../../support/subjects.ts'
import { scratchFolder } from '../../../support/scratch-folder.ts'

const context = { windowId: 1 }
const body = (data: unknown): string => JSON.stringify({ success: true, code: '0', data })
const longPrompt = (last: string) => Array.from({ length: 40 }, (_none, line) => `Rule ${String(line)}`).concat(last)

function setUp(language: Language = 'en') {
  const stage = setStage()
  const snapshots = createSnapshots(stage)
  const keep = (data: unknown): ComparedSource => {
    const of = { profileId: profileOf().id, conversationId: conversationId.parse('108') }
    const { id } = snapshots.keep({ ...of, ...received(body(data)), at: 0 })
    return { kind: 'snapshot', snapshotId: id }
  }
  const files = createHandedFiles({ clock: stage.clock })
  const written: { readonly name: string; readonly text: string }[] = []
  const saveFile: SaveFile = (name, text) => {
    written.push({ name, text: savedText(text) })
    return Promise.resolve(name)
  }
  const handlers = createCompareHandlers({ ...stage, saveFile }, { snapshots, files, language: () => language })
  const folder = scratchFolder()
  const add = (fileName: string, bytes: string | Uint8Array) => {
    const file = path.join(folder, fileName)
    writeFileSync(file, bytes)
    return addPath(file)
  }
  const addPath = async (file: string) => {
    const taken = files.take([{ fileName: path.basename(file), path: file }])
    const handle = (taken.ok ? taken.value[0]?.handle : undefined) ?? expect.fail()
    const added = await handlers['comparison.addFile']({ handle }, context)
    expect(contract['comparison.addFile'].output.parse(added)).toEqual(added)
    return added
  }
  const textOf = async (fileId: ComparedFileId) => (await handlers['comparison.readFile']({ fileId }, context)).text
  const report = async (left: ComparedSource, right: ComparedSource) => {
    await handlers['comparison.export']({ left, right }, context)
    return written.at(-1)?.text ?? ''
  }
  return { ...stage, handlers, keep, add, addPath, folder, written, report, textOf }
}

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.catch((caught: unknown) => caught)
  return error instanceof FailureError && error.failure.kind === 'refused' ? error.failure : error
}

describe('a file', () => {
  it('is a complete answer or its data alone, in any Unicode encoding, and is described', async () => {
    const { add, textOf } = setUp()
    const data = JSON.stringify(sampleConversation, null, 2)
    const forms: readonly (readonly [string, string | Uint8Array])[] = [
      ['whole.json', body(sampleConversation)],
      ['data.json', data],
      ['marked.json', `\uFEFF${data}`],
      ['wide.json', Buffer.from(`\uFEFF${data}`, 'utf16le')],
    ]
    for (const [fileName, bytes] of forms) {
      const { fileId, ...file } = await add(fileName, bytes)
      expect(file).toMatchObject({ fileName, name: 'Unnamed-18:04', conversationId: '108' })
      const document = readConversation(await textOf(fileId))
      expect(changesOf(readConversation(body(sampleConversation)), document)).toMatchObject({ changes: [], more: 0 })
    }
  })

  it('keeps its text unchanged, every digit and every space', async () => {
    const { add, textOf } = setUp()
    const text = '{ "success":true,\n"data":{"id":"108","maxConversation":1983775419508027393,"x":1.10 } }\n'
    expect(await textOf((await add('a.json', text)).fileId)).toBe(text)
    const data = '{ "id":"108","x":1E400 }'
    expect(await textOf((await add('b.json', data)).fileId)).toBe(`{"data":${data}}`)
  })

  it('that cannot be compared is refused with the reason', async () => {
    const { add, addPath, folder } = setUp()
    expect(await refusalOf(add('a.json', 'hello'))).toMatchObject({ reason: 'not-json', detail: 'a.json' })
    expect(await refusalOf(add('b.json', '{"data":'))).toMatchObject({ reason: 'not-json' })
    expect(await refusalOf(add('c.json', '[1]'))).toMatchObject({ reason: 'not-a-conversation', detail: 'c.json' })
    for (const other of ['{"name":"greenroom"}', '{"success":true,"data":null}', '{"data":{"list":[]}}']) {
      expect(await refusalOf(add('other.json', other))).toMatchObject({ reason: 'not-a-conversation' })
    }
    expect(await refusalOf(add('d.json', '['.repeat(9_000) + ']'.repeat(9_000)))).toMatchObject({
      reason: 'json-unusable',
    })
    const older = Buffer.concat([Buffer.from('{"conversationName":"'), Buffer.from([0xb4, 0xf3]), Buffer.from('"}')])
    expect(await refusalOf(add('gbk.json', older))).toMatchObject({ detail: 'it is not UTF-8' })
    expect(await refusalOf(add('e.json', ''))).toMatchObject({ reason: 'file-empty' })
    expect(await refusalOf(addPath(path.join(folder, 'gone.json')))).toMatchObject({ reason: 'file-gone' })
    expect(await refusalOf(addPath(folder))).toMatchObject({ kind: 'refused' })
    const large = path.join(folder, 'large.json')
    writeFileSync(large, '{}')
    truncateSync(large, 2 * 2 ** 20 + 1)
    expect(await refusalOf(addPath(large))).toMatchObject({ reason: 'json-too-large', detail: '2' })
  })

  it('of exactly 2 MB is read', async () => {
    const { add } = setUp()
    const frame = body({ id: '108', prompt: '' })
    const whole = body({ id: '108', prompt: 'x'.repeat(2 * 2 ** 20 - frame.length) })
    expect(await add('large.json', whole)).toMatchObject({ bytes: 2 * 2 ** 20 })
  })

  it('is forgotten when a fifth one is chosen', async () => {
    const { add, textOf } = setUp()
    const some = '{"language":"en"}'
    const { fileId } = await add('0.json', some)
    for (const name of ['1.json', '2.json', '3.json']) await add(name, some)
    expect(await textOf(fileId)).toContain('"language"')
    await add('4.json', some)
    expect(await refusalOf(textOf(fileId))).toMatchObject({ reason: 'not-at-hand' })
  })
})

describe('a comparison', () => {
  it('is refused without a profile, and for a snapshot of a different profile', async () => {
    const { keep, report, open, current } = setUp()
    const [left, right] = [keep(sampleConversation), keep({ ...sampleConversation, language: 'fr' })]
    const { client } = current() ?? expect.fail()
    open({ profile: profileOf({ id: profileId.parse('p2') }), client })
    await expect(report(left, right)).rejects.toThrow('not-found')
    open(null)
    expect(await refusalOf(report(left, right))).toMatchObject({ reason: 'no-profile' })
  })

  it('of a file and a snapshot names both', async () => {
    const { add, keep, report, written } = setUp()
    const { fileId } = await add('old.json', body({ ...sampleConversation, id: '', language: 'fr' }))
    const text = await report({ kind: 'file', fileId }, keep(sampleConversation))
    expect(written[0]?.name).toBe('comparison old.json 108.md')
    expect(text).toContain('`old.json`')
  })

  it('is written as Markdown, in sentences, with long texts as diffs', async () => {
    const { keep, report, written } = setUp()
    const of = (ttsSpeedRate: number, gender: number, last: string) => ({
      ...sampleConversation,
      conversationInfoDto: { ...sampleConversation.conversationInfoDto, gender },
      detailDto: { ...sampleConversation.detailDto, ttsSpeedRate },
      modelDtoList: [{ ...sampleConversation.modelDtoList[0], prompt: longPrompt(last).join('\n') }],
    })
    const text = await report(keep(of(0, 1, 'Be kind.')), keep(of(5, 2, 'Be brief.')))
    expect(written[0]?.name).toBe('comparison 108.md')
    expect(text).toContain('- Gender `1 (male)` → `2 (female)`')
    expect(text).toContain('- Voice speed `0` → `5`')
    expect(text).toContain('## Language models')
    expect(text).toContain('@@ … @@\n  Rule 37\n  Rule 38\n  Rule 39\n- Be kind.\n+ Be brief.\n')
    expect(text).not.toContain('Rule 20')
  })

  it('distinguishes null, empty and a text that says so, also beside a long text', async () => {
    const { keep, report } = setUp()
    const of = (prompt: unknown, asrProvider: unknown, thirdDto: unknown) =>
      keep({ ...sampleConversation, asrProvider, thirdDto, modelDtoList: [{ id: 1, largeName: 'law', prompt }] })
    const long = of(longPrompt('Be kind.').join('\n'), null, { url: 'a' })
    const [toNull, toEmpty, toText] = [of(null, 'null', null), of('', '', true), of('null', 'empty', 'null')]
    const texts = [await report(long, toNull), await report(long, toEmpty), await report(long, toText)]
    expect(texts.map((text) => /Speech recognition.*/.exec(text)?.[0])).toEqual([
      'Speech recognition *null* → `null`',
      'Speech recognition *null* → *empty*',
      'Speech recognition *null* → `empty`',
    ])
    expect(texts.map((text) => /Prompt changed.*/.exec(text)?.[0])).toEqual([
      'Prompt changed (ID 1) … → *null*',
      'Prompt changed (ID 1) … → *empty*',
      'Prompt changed (ID 1)',
    ])
    expect(texts.map((text) => /- Be kind\.\n(.*)/.exec(text)?.[1])).toEqual(['```', '```', '+ null'])
    expect(texts.map((text) => /Third\\-party data changed(.*)/.exec(text)?.[1])).toEqual([' … → *null*', '', ''])
    expect(texts.map((text) => /- \}\n(.*)/.exec(text)?.[1])).toEqual(['```', '+ true', '+ null'])
    expect(await report(toNull, long)).toContain('Prompt changed (ID 1) *null* → …\n\n```diff\n+ Rule 0\n')
  })

  it('keeps every text of the service inside its place in the report', async () => {
    const { keep, report } = setUp()
    const evil = '````\n# Heading\n![x](http://evil.example/x.png) <img src=x onerror=alert(1)>\u202E [a](javascript:1)'
    const of = (largeName: string, prompt: string) => ({
      ...sampleConversation,
      modelDtoList: [{ id: 1, largeName, prompt: `${prompt}\n` }],
      [evil]: prompt,
    })
    const text = await report(keep(of(evil, 'one')), keep(of(evil, evil)))
    const fences = text.match(/^`{3,}/gm) ?? []
    expect(new Set(fences.slice(0, 2))).toEqual(new Set(['`````']))
    const unquoted = text.replaceAll(/^(`{3,}).*?\n[\s\S]*?\n\1$/gm, '').replaceAll(/(`+)(?!`).*?\1/g, '')
    expect(unquoted).not.toMatch(/(?<!\\)[<[!]/)
    expect(unquoted).not.toMatch(/^# Heading/m)
    expect(text).not.toContain('\u202E')
  })

  it('is written in Chinese, and reports when nothing differs', async () => {
    const { keep, report } = setUp('zh-CN')
    const text = await report(keep(sampleConversation), keep(sampleConversation))
    expect(text).toContain('没有差异')
  })
})
