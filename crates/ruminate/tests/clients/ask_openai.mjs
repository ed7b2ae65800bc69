// Talks to a server with OpenAI's own client, and prints what it heard as JSON.
//
// ask_openai.mjs PACKAGE BASE_URL KEY

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [installed, baseURL, apiKey] = process.argv.slice(2);
// The package is in a folder of its own, so that nothing is installed beside the tests.
const entry = createRequire(`${installed}/package.json`).resolve("openai");
const loaded = await import(pathToFileURL(entry));
const OpenAI = loaded.OpenAI ?? loaded.default.OpenAI;

const client = new OpenAI({ baseURL, apiKey, timeout: 30_000 });
const messages = [
  { role: "system", content: "Speak like a pilot." },
  { role: "user", content: "Is a map a theory?" },
];
const heard = {};

heard.models = [];
for await (const model of client.models.list()) heard.models.push(model.id);
heard.model = (await client.models.retrieve("ruminate-deep")).id;

const whole = await client.chat.completions.create({
  model: "ruminate-fast",
  messages,
  temperature: 0,
});
heard.content = whole.choices[0].message.content;
heard.finish_reason = whole.choices[0].finish_reason;
heard.usage = whole.usage.total_tokens;

const stream = await client.chat.completions.create({
  model: "ruminate-fast",
  messages,
  temperature: 0,
  stream: true,
  stream_options: { include_usage: true },
});
heard.streamed = "";
heard.chunks = 0;
for await (const chunk of stream) {
  heard.chunks += 1;
  heard.streamed += chunk.choices[0]?.delta?.content ?? "";
  if (chunk.usage) heard.streamed_usage = chunk.usage.total_tokens;
}

const extended = await client.chat.completions.create({
  model: "ruminate-extended",
  messages,
  ruminate: { max_calls: 4 },
});
heard.reasoning = extended.choices[0].message.reasoning_content;

const errorOf = async (ask) => {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    const { status, code, param, message } = error;
    return { class: error.constructor.name, status, code, param, message };
  }
  return null;
};
const ask = (client, changed) =>
  client.chat.completions.create({ model: "ruminate-fast", messages, ...changed });

heard.bad_model = await errorOf(() => ask(client, { model: "gpt-5" }));
heard.bad_parameter = await errorOf(() => ask(client, { n: 2 }));
const stranger = new OpenAI({ baseURL, apiKey: "rmk_nobody_nothing", timeout: 30_000 });
heard.bad_key = await errorOf(() => ask(stranger, {}));
console.log(JSON.stringify(heard));
