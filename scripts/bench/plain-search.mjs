/**
 * Full-text queries straight on a database, for the bench of conversations: `<database file> <queries as JSON> <times>`, run on
 * the app's runtime. Says in a line of JSON how many milliseconds each took.
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
    // Words may stand in different texts of a conversation, so each is a query of its own.
    for (const word of words) find.all(`"${word}"`)
    took.push(performance.now() - began)
  }
}
process.stdout.write(JSON.stringify(took))
