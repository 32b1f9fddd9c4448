/**
 * Fills a closed profile folder with snapshots of 50 kB for the benchmark of conversations: `<folder> <profile id>
 * <count>`.
 */
import path from 'node:path'
import { searchableText } from '../../../src/main/conversations/search/searchable.ts'
import { systemClock } from '../../../src/main/lib/clock.ts'
import type { Log } from '../../../src/main/lib/log.ts'
import { openDatabase } from '../../../src/main/store/database.ts'
import { migrations } from '../../../src/main/store/migrations.ts'
import { createLibraryRepository } from '../../../src/main/store/library-repository.ts'
import { createSnapshotsRepository } from '../../../src/main/store/snapshots-repository.ts'
import { readConversation } from '../../../src/shared/conversation/document.ts'
import { conversationId, profileId, snapshotId } from '../../../src/shared/schemas/ids.ts'

const [folder = '', profile = '', count = '0'] = process.argv.slice(2)
const log: Log = { info: () => undefined, warn: () => undefined, error: () => 'none' }
const { database } = openDatabase({ file: path.join(folder, 'greenroom.db'), migrations, clock: systemClock, log })
const snapshots = createSnapshotsRepository(database)
const library = createLibraryRepository(database)
const began = Date.now() - 86_400_000

// A small generator with its own state: every run writes the same texts.
let state = 1
function below(limit: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu'.split(' ')
const vocabulary = Array.from({ length: 4_000 }, () =>
  Array.from({ length: 2 + below(3) }, () => syllables[below(syllables.length)]).join(''),
)

// Few words are frequent and most are rare, as in any text.
function sentence(words: number): string {
  return Array.from({ length: words }, () => vocabulary[below(1 + below(vocabulary.length))]).join(' ')
}

// With prompts and scripts of these lengths a body has about 50 kB.
const promptWords = 5_600
const scriptWords = 180

function bodyOf(number: number, version: number): string {
  const scripts = Array.from({ length: 8 }, (_script, type) => ({
    id: number * 100 + type,
    scriptType: type,
    scriptContent: type === 0 && version > 0 ? sentence(scriptWords) : `${sentence(scriptWords)} 欢迎光临`,
    emotion: '0',
  }))
  const data = {
    id: String(number),
    conversationName: `Lobby ${String(number)} ${sentence(2)}`,
    conversationInfoDto: { name: sentence(1), characters: sentence(10), backStory: sentence(40) },
    modelDtoList: [{ id: number, largeName: 'chatbot', prompt: `${sentence(promptWords)} rareword${String(number)}` }],
    scriptDtoList: scripts,
  }
  return JSON.stringify({ success: true, code: '0', message: 'ok', data })
}

// After a power cut the data can simply be written again.
database.exec('PRAGMA synchronous = OFF')

// Two snapshots of each conversation with different content.
const owner = profileId.parse(profile)
database.exec('BEGIN')
for (let index = 0; index < Number(count); index += 1) {
  const number = 100_000 + Math.floor(index / 2)
  const conversation = conversationId.parse(`19837754195${String(number)}`)
  const text = bodyOf(number, index % 2)
  const summary = snapshots.add({
    id: snapshotId.parse(`seeded-${String(index)}`),
    profileId: owner,
    conversationId: conversation,
    fetchedAt: began + index * 1_000,
    facts: { name: `Lobby ${String(number)}`, voice: null },
    body: Buffer.from(text),
    searchableText: searchableText(conversation, readConversation(text)),
  })
  library.addFetched(summary)
  if (index % 500 === 499) database.exec('COMMIT; BEGIN')
}
database.exec('COMMIT')
database.close()
