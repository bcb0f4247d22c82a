// n8n asks for these three names at its start, by an ES import(), which finds plain `exports.X = …` lines only.
class McpServer {
	static instance() {
		return (McpServer.one ??= new McpServer());
	}
	setSessionStore() {}
	setExecutionStrategy() {}
	getPendingCallsManager() {
		return {};
	}
	hasSession() {
		return false;
	}
	hasPendingResponse() {
		return false;
	}
	handleWorkerResponse() {}
}

exports.McpServer = McpServer;
exports.QueuedExecutionStrategy = class {};
exports.RedisSessionStore = class {};
