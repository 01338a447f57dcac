// A reader that takes pictures and never answers.
import process from 'node:process'

process.on('message', () => {})
