const { createRequire } = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { default: Runtime } = require('jest-runtime');

const root = join(__dirname, '../../..');
const SHARED_FOLDERS = [join(root, 'sandbox'), join(root, 'tools')];

const isPackage = (name) => !name.startsWith('.') && !name.startsWith('/');

function isShared(from, name) {
	const path = resolve(dirname(from), name);
	return !isPackage(name) && SHARED_FOLDERS.some((folder) => path.startsWith(folder));
}

/** The paths of the source maps of all files that Jest has compiled in this process. */
const sourceMaps = new Map();

/** Lets Node.js load packages, once for all test files of a process, because n8n takes seconds to load. */
class PackageRuntime extends Runtime {
	constructor(...options) {
		super(...options);
		// By default, each runtime knows only its own source maps, so errors in shared files would show wrong lines.
		this.transformCache.sourceMaps = sourceMaps;
	}

	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}

	/** Does the same for the packages that Jest itself loads for each test file, such as `expect`. */
	requireInternalModule(from, name) {
		return name && isPackage(name) ? createRequire(from)(name) : super.requireInternalModule(from, name);
	}
}

/** Loads the shared files. No test file ends this runtime. */
let sharedRuntime;

/**
 * Also shares the files of the sandbox and the tools, which keep no state in their modules. They take a tenth of a second to
 * load, mostly for docs/openapi.yaml. Jest loads the other files of this repository, anew for each test file.
 */
module.exports = class extends PackageRuntime {
	constructor(...options) {
		super(...options);
		sharedRuntime ??= new PackageRuntime(...options);
	}

	requireModuleOrMock(from, name) {
		return isShared(from, name)
			? sharedRuntime.requireModuleOrMock(from, name)
			: super.requireModuleOrMock(from, name);
	}
};
