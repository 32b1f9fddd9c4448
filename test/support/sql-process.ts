/**
 * Run by Electron's own Node on the database of an app that has ended: `<database> <profile id> <sql>`; the SQL can use
 * `:profile`.
 */
import { DatabaseSync } from 'node:sqlite'

const [file = '', profile = '', sql = ''] = process.argv.slice(2)
const database = new DatabaseSync(file)
if (sql.includes(':profile')) database.prepare(sql).run({ profile })
else database.exec(sql)
database.close()
