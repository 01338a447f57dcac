// A reader that takes pictures and never answers.
process.on('message', () => {})
