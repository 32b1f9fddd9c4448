/**
 * Runs full-text queries directly on a database, for the bench of conversations: `<database file> <queries as JSON>
 * <times>`, on the app's runtime. Prints the milliseconds of each query as a line of JSON.
 */
import { DatabaseSync } from 'node:sqlite'

const [file = '', queries = '[]', times = '1'] = process.argv.slice(2)
const database = new DatabaseSync(file, { readOnly: true })
const find = database.prepare('SELECT rowid FROM snapshot_search WHERE snapshot_search MATCH ?')

/** @type {number[]} */
const took = []
for (let time = 0; time < Number(times); time += 1) {
  for (const query of JSON.parse(queries)) {
    const words = String(query).split(' ')
    const began = performance.now()
    // Words can be in different texts of a conversation, so each word is a separate query.
    for (const word of words) find.all(`"${word}"`)
    took.push(performance.now() - began)
  }
}
process.stdout.write(JSON.stringify(took))
