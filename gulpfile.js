const fs = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes the previous build, so that a file deleted from the source does not stay in the package. */
async function clean() {
	await fs.rm('dist', { recursive: true, force: true });
}

/** Copies what the compiler leaves behind: the icons, the codex files (`*.node.json`) and the schemas of the outputs. */
function assets() {
	return src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

module.exports = { clean, assets };
