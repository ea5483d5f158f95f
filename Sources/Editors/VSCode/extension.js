// Starts `momentum language-server` and passes its messages on. All else is the server's.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function activate(context) {
  const command = workspace.getConfiguration("momentum").get("path") || "momentum";
  const serverOptions = { command, args: ["language-server"] };
  const clientOptions = {
    documentSelector: [
      { scheme: "file", pattern: "**/*.xcdatamodel/contents" },
      { scheme: "file", pattern: "**/*.xcmappingmodel/xcmapping.xml" },
      { scheme: "file", pattern: "**/.momentum.json" },
      { scheme: "file", language: "swift" },
      { scheme: "file", language: "objective-c" },
      { scheme: "file", language: "objective-cpp" },
    ],
  };
  client = new LanguageClient("momentum", "Momentum", serverOptions, clientOptions);
  context.subscriptions.push(client);
  return client.start();
};

exports.deactivate = function deactivate() {
  return client ? client.stop() : undefined;
};
