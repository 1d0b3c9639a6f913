import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openApiServer } from "@/testing/api-server";

/** The API, and `countersign mcp` in processes of its own, as an assistant's program starts it. */
export async function openMcpServer() {
  const server = await openApiServer();
  const clients: Client[] = [];

  async function connect(token: string) {
    const client = new Client({ name: "test", version: "1" });
    clients.push(client);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ["lib/cli/bin.mjs", "mcp"],
        env: { PATH: process.env.PATH ?? "", COUNTERSIGN_URL: server.url, COUNTERSIGN_TOKEN: token },
      }),
    );
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: input });
      const [first] = content;
      if (first?.type !== "text") throw new Error("a tool answered without text");
      return { isError, text: first.text, value: isError ? null : JSON.parse(first.text) };
    };
    return { client, call };
  }

  async function close() {
    await Promise.all(clients.map((client) => client.close()));
    server.close();
  }

  return { connect, close };
}
