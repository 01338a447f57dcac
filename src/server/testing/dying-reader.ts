// A reader that ends at the first picture, as where a decoder breaks.
import process from 'node:process'

process.on('message', () => process.exit(1))
